import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Deployment } from '../../server/kinds/deployments/model.ts'
import type { Event } from '../../server/kinds/events/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { node, pod } from './environment/kubectl.ts'
import { world } from './environment/world.ts'

const ANNOTATION = 'kubectl.kubernetes.io/restartedAt'
const SILENCE_MS = 20_000
/** Milliseconds that a container may have run before its log is followed. */
const SLACK_MS = 4000

describe('Restarts and followed logs on a real cluster', () => {
  const { kubectl, forward, image, pause } = world()
  const namespace = `restarts-${randomBytes(3).toString('hex')}`
  const post = (path: string) => call(forward.api, 'POST', path, { namespace })
  const pods = () => kubectl.items<Pod>('pods', '-n', namespace, '-l', 'app=web')
  const logs = (name: string, query: string) =>
    fetch(`${forward.api}/api/pods/${name}/logs?namespace=${namespace}${query}`)
  const started = (name: string) =>
    until(`${name} to have started`, async () => {
      const { status } = await kubectl.json<Pod>('get', 'pod', '-n', namespace, name)
      const state = status?.containerStatuses?.[0]?.state
      return state?.running || state?.terminated ? true : undefined
    })

  before(async () => {
    const labels = { app: 'web' }
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    await kubectl.apply(
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace, labels },
        spec: {
          replicas: 2,
          selector: { matchLabels: labels },
          template: {
            metadata: { labels, annotations: { kept: 'yes' } },
            spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'main', image: pause }] },
          },
        },
      },
      pod(namespace, 'crashed', {
        containers: [
          node(
            image,
            'main',
            `const n = Date.now(); console.log('life', n); setTimeout(() => process.exit(9), 3000)`,
          ),
        ],
      }),
    )
    await kubectl.text('rollout', 'status', '-n', namespace, 'deployment/web', '--timeout=90s')
  })
  after(() => kubectl.remove('namespace', namespace))

  it('restarts a Deployment: the annotation exists, and kubectl sees the rollout to its end', async () => {
    const earlier = new Set((await pods()).map(({ metadata }) => metadata.uid))
    const { status, json } = await post('/api/deployments/web/restart')
    expect(status).to.equal(200)
    const { metadata, spec } = await kubectl.json<Deployment>('get', 'deployment', '-n', namespace, 'web')
    const annotations = spec?.template?.metadata?.annotations
    expect(annotations).to.deep.equal({ kept: 'yes', [ANNOTATION]: json['timestamp'] })
    expect(metadata.generation).to.equal(2)
    const said = await until('the Event that says who did it', async () => {
      const found = await kubectl.items<Event>(
        'events',
        '-n',
        namespace,
        '--field-selector',
        'reason=Restarted',
      )
      return found.find(({ involvedObject }) => involvedObject?.name === 'web')
    })
    expect(said.message).to.match(/^Restarted by "cluster-inspector:port-forward" via port-forward /)
    expect(said.involvedObject?.uid).to.equal(metadata.uid)
    const words = await kubectl.text('rollout', 'status', '-n', namespace, 'deployment/web', '--timeout=90s')
    expect(words).to.include('successfully rolled out')
    await until('the old Pods to be gone', async () =>
      (await pods()).some(({ metadata }) => earlier.has(metadata.uid)) ? undefined : true,
    )
    const history = await kubectl.text('rollout', 'history', '-n', namespace, 'deployment/web')
    expect(
      history
        .trim()
        .split('\n')
        .slice(-2)
        .map((line) => line.split(' ')[0]),
    ).to.deep.equal(['1', '2'])
  })

  it('restarts a Pod: another replaces it', async () => {
    const earlier = await pods()
    const { metadata } = earlier[0] ?? { metadata: { name: '', uid: '' } }
    const { status, json } = await post(`/api/pods/${metadata.name}/restart`)
    expect(status).to.equal(200)
    expect(json['recreatedBy']).to.have.property('kind', 'ReplicaSet')
    const made = await until('another Pod', async () => {
      const known = new Set(earlier.map((one) => one.metadata.uid))
      return (await pods()).find((one) => !known.has(one.metadata.uid))
    })
    await until('the old Pod to be gone', async () =>
      (await pods()).some((one) => one.metadata.uid === metadata.uid) ? undefined : true,
    )
    expect(made.metadata.name).to.not.equal(metadata.name)
  })

  it('a follow of a silent container hears what it says after twenty seconds, and ends with it', async () => {
    await kubectl.apply(
      pod(namespace, 'silent', {
        restartPolicy: 'Never',
        containers: [
          node(image, 'main', `setTimeout(() => console.log('at last'), ${SILENCE_MS + SLACK_MS})`),
        ],
      }),
    )
    await started('silent')
    const begun = performance.now()
    const answer = await logs('silent', '&follow=true')
    expect(answer.status).to.equal(200)
    expect(await answer.text()).to.equal('at last\n')
    expect(performance.now() - begun).to.be.greaterThan(SILENCE_MS)
  })

  it('a follow ends cleanly when the container crashes, and previous=true has its log then', async () => {
    const follow = async (): Promise<string> => {
      await started('crashed')
      const answer = await logs('crashed', '&follow=true')
      return answer.status === 200 ? answer.text() : ''
    }
    const followed = await until('a life to be followed', async () => (await follow()) || undefined)
    expect(followed).to.match(/^life \d+\n$/)
    const old = await until('the container to have had a life before', async () => {
      const answer = await logs('crashed', '&previous=true')
      const text = await answer.text()
      // Between two runs of the container the kubelet responds with 200 and an error text; kubectl shows the
      // same.
      return answer.status === 200 && text.startsWith('life') ? text : undefined
    })
    expect(old).to.equal(await kubectl.text('logs', '-n', namespace, 'crashed', '--previous'))
  })
})
