import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { container, podsOf } from '../support/fixture.ts'
import { call } from '../support/http.ts'
import { pathTo, showing, type KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt'

interface Workload extends KubeObject {
  spec: { template: { metadata: { annotations?: Record<string, string> } } }
  status: { observedGeneration?: number }
}

interface Subject {
  readonly kind: 'StatefulSet' | 'DaemonSet'
  readonly plural: string
  readonly spec: Readonly<Record<string, unknown>>
}

const SUBJECTS: readonly Subject[] = [
  {
    kind: 'StatefulSet',
    plural: 'statefulsets',
    spec: { replicas: 2, serviceName: 'none', podManagementPolicy: 'Parallel' },
  },
  { kind: 'DaemonSet', plural: 'daemonsets', spec: {} },
]

for (const { kind, plural, spec } of SUBJECTS)
  describe(`a restart of a ${kind}`, () => {
    const namespace = `restarts-${randomBytes(3).toString('hex')}`
    const subject = kind.toLowerCase()
    let target: Target
    const restart = (name: string) =>
      call(target.api, 'POST', `/api/${plural}/${name}/restart`, { namespace })
    const raw = (name: string) =>
      target.kube.get<Workload>(pathTo({ apiVersion: 'apps/v1', plural }, namespace, name))
    const pods = (name: string) => podsOf(target, namespace, { app: name })
    const uids = async (name: string) => (await pods(name)).map(({ metadata }) => metadata.uid ?? '').sort()

    before(async () => {
      target = await openTarget()
      await target.kube.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
      closeAfterwards('a namespace', () => target.kube.remove(`/api/v1/namespaces/${namespace}`))
    })

    /** Creates a workload and waits until its Pods are ready. */
    async function create(name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
      const labels = { app: name }
      await target.kube.create({
        apiVersion: 'apps/v1',
        kind,
        metadata: { name, namespace, labels },
        spec: {
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: { terminationGracePeriodSeconds: 1, containers: [container(target, 'web')] },
          },
          ...spec,
          ...fields,
        },
      })
      await ready(name)
    }

    /** Waits until the service reports a workload as available, with at least one Pod; returns its Pods by the service. */
    async function ready(name: string): Promise<{ name: string; containers: { ready: boolean }[] }[]> {
      return until(
        `the Pods of ${name} to be ready`,
        async () => {
          const at = `/api/${plural}/${name}`
          const { json } = await call(target.api, 'GET', `${at}?namespace=${namespace}`)
          if (json['status'] !== 'Available') return undefined
          const list = await call(target.api, 'GET', `${at}/pods?namespace=${namespace}`)
          const found = list.json['pods'] as { name: string; containers: { ready: boolean }[] }[]
          return found.length > 0 ? found : undefined
        },
        target.patienceMs,
      )
    }

    it('replaces its Pods by a rolling update', async function () {
      this.timeout(180_000)
      await create('web')
      const before = new Set(await uids('web'))
      const { status, json } = await restart('web')
      expect(status).to.equal(200)
      expect(json).to.deep.equal({
        success: true,
        message: `${subject} "web" in namespace "${namespace}" was restarted (rolling update)`,
        [subject]: 'web',
        namespace,
        timestamp: json['timestamp'],
      })
      expect((await raw('web')).spec.template.metadata.annotations?.[RESTARTED_AT]).to.equal(
        json['timestamp'],
      )
      await until(
        'the old Pods to be gone',
        async () => ((await uids('web')).some((uid) => before.has(uid)) ? undefined : true),
        target.patienceMs,
      )
      await until(
        'the service to list the new Pods, ready',
        async () => {
          const listed = (await ready('web')).filter(({ containers }) => containers[0]?.ready === true)
          const names = (await pods('web')).map(({ metadata }) => metadata.name).sort()
          return names.length === before.size && listed.map(({ name }) => name).join() === names.join()
            ? true
            : undefined
        },
        target.patienceMs,
      )
    })

    it('says that nothing restarts by itself with the update strategy OnDelete', async function () {
      this.timeout(180_000)
      await create('manual', { updateStrategy: { type: 'OnDelete' } })
      const before = await uids('manual')
      const { status, json } = await restart('manual')
      expect(status).to.equal(200)
      expect(json['message']).to.equal(
        `${subject} "manual" in namespace "${namespace}" has a new template, but nothing restarts by itself: its update strategy is OnDelete, so delete its Pods`,
      )
      const observed = await until(
        'the controller to observe the new template',
        async () => {
          const object = await raw('manual')
          return object.status.observedGeneration === object.metadata['generation'] ? object : undefined
        },
        target.patienceMs,
      )
      expect(observed.spec.template.metadata.annotations?.[RESTARTED_AT]).to.equal(json['timestamp'])
      expect(await uids('manual')).to.deep.equal(before)
      const { json: detail } = await call(
        target.api,
        'GET',
        `/api/${plural}/manual?namespace=${namespace}`,
        undefined,
        showing(observed),
      )
      expect(detail['status']).to.equal('Available')
    })

    it('names the object that does not exist, on each of its routes', async () => {
      const want = { code: 'NOT_FOUND', [subject]: 'gone', namespace }
      for (const path of ['gone', 'gone/pods', 'gone/events']) {
        const { status, json } = await call(
          target.api,
          'GET',
          `/api/${plural}/${path}?namespace=${namespace}`,
        )
        expect(status, path).to.equal(404)
        expect(json).to.deep.include(want)
      }
      const { status, json } = await restart('gone')
      expect(status).to.equal(404)
      expect(json).to.deep.include(want)
    })

    if (kind === 'StatefulSet')
      it('replaces only the Pods above a partition, and says so', async function () {
        this.timeout(180_000)
        await create('parted', {
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
        })
        const uidOf = async (name: string) =>
          (await pods('parted')).find(({ metadata }) => metadata.name === name)?.metadata.uid
        const [first, second] = [await uidOf('parted-0'), await uidOf('parted-1')]
        const { json } = await restart('parted')
        expect(json['message']).to.include(
          'was restarted (rolling update of 1 of 2 Pods: its partition keeps the others)',
        )
        await until(
          'the Pod above the partition to be replaced',
          async () => {
            const uid = await uidOf('parted-1')
            return uid !== undefined && uid !== second ? true : undefined
          },
          target.patienceMs,
        )
        await ready('parted')
        expect(await uidOf('parted-0')).to.equal(first)
      })
  })
