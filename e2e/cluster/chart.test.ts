import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { until } from '../support/until.ts'
import { node, pod } from './environment/kubectl.ts'
import { NAMESPACE, RELEASE } from './environment/release.ts'
import { world } from './environment/world.ts'

const SERVICE = `http://${RELEASE}.${NAMESPACE}.svc`

describe('The chart on a real cluster', () => {
  const { kubectl, release, image, pause } = world()
  const namespace = `chart-${randomBytes(3).toString('hex')}`
  const inPod = async (script: string) => {
    const { metadata } = await release.pod()
    return (await kubectl.text('exec', '-n', NAMESPACE, metadata.name, '--', 'node', '-e', script)).trim()
  }

  before(() => kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }))
  after(() => kubectl.remove('namespace', namespace))

  it('passes its own helm test, which leaves nothing behind', async () => {
    expect(await release.test()).to.match(/Phase:\s+Succeeded/)
    const left = await kubectl.text('get', 'pods,configmaps', '-n', NAMESPACE, '-l', TESTS, '-o', 'name')
    expect(left).to.equal('')
  })

  for (const [who, headers] of [
    ['another Pod', {}],
    [
      'another Pod that claims to come from loopback',
      { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1' },
    ],
  ] as const)
    it(`refuses ${who}, on every route, with 401`, async () => {
      const paths = ['/api/pods', '/api/nodes', '/api/pods/x/logs?namespace=default']
      const script = `(async () => {
        for (const path of ${JSON.stringify(paths)}) {
          const answer = await fetch('${SERVICE}' + path, { headers: ${JSON.stringify(headers)} })
          console.log(answer.status, (await answer.json()).code)
        }
      })()`
      const name = `caller-${Object.keys(headers).length}`
      await kubectl.apply(
        pod(namespace, name, { restartPolicy: 'Never', containers: [node(image, 'main', script)] }),
      )
      await until('the caller to be done', async () => {
        const { status } = await kubectl.json<Pod>('get', 'pod', '-n', namespace, name)
        return status?.phase === 'Succeeded' || status?.phase === 'Failed' ? true : undefined
      })
      const said = (await kubectl.text('logs', '-n', namespace, name)).trim().split('\n')
      expect(said).to.deep.equal(paths.map(() => '401 UNAUTHORIZED'))
    })

  it('serves a request that is run in its own Pod', async () => {
    const script = `fetch('http://127.0.0.1:8080/api/nodes').then((answer) => console.log(answer.status))`
    expect(await inPod(script)).to.equal('200')
  })

  it('runs where Pod Security is enforced at its strictest', async () => {
    const refused = await kubectl.try('run', 'loose', '-n', NAMESPACE, '--image', pause)
    expect([refused.code, refused.stderr]).to.satisfy(
      ([code, words]: [number, string]) => code !== 0 && words.includes('violates PodSecurity "restricted'),
    )
    const { status } = await release.pod()
    expect(status?.conditions?.find(({ type }) => type === 'Ready')?.status).to.equal('True')
  })

  it('runs as nobody, in files it cannot write, with no more than it needs', async () => {
    const script = `
      const fs = require('node:fs')
      const can = (path) => { try { fs.writeFileSync(path + '/x', 'x'); return true } catch { return false } }
      const [, root] = /^\\S+ \\/ \\S+ (\\S+)/m.exec(fs.readFileSync('/proc/1/mounts', 'utf8'))
      const capabilities = /CapEff:\\s+(\\S+)/.exec(fs.readFileSync('/proc/1/status', 'utf8'))[1]
      console.log(JSON.stringify([process.getuid(), process.getgid(), root.split(',')[0], can('/app'), can('/'), can('/tmp'), capabilities]))`
    expect(JSON.parse(await inPod(script))).to.deep.equal([
      65532,
      65532,
      'ro',
      false,
      false,
      // /tmp is a writable volume, but Node.js's permission model denies the write.
      false,
      '0000000000000000',
    ])
  })
})

const TESTS = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component=test`
