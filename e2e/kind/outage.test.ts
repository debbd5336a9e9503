import { expect } from 'chai'
import { until } from '../target/until.ts'
import { output } from './cluster/process.ts'
import { world } from './cluster/world.ts'

const MANIFEST = '/etc/kubernetes/manifests/kube-apiserver.yaml'
const ASIDE = '/etc/kubernetes/kube-apiserver.yaml'
const PATIENCE_MS = 110_000

interface Said {
  status: number
  body: Record<string, unknown>
}

const { kind } = world()

describe(`While the API server is down${kind === undefined ? ' (skipped: E2E_KUBECONFIG names a cluster that is not ours)' : ''}`, () => {
  const { kubectl, release, forward } = world()
  let container = ''
  let uid: string | undefined
  let run = 0

  before(async function () {
    if (kind === undefined) this.skip()
    const { metadata, status } = await release.pod()
    uid = metadata.uid
    const id: unknown = Reflect.get(status?.containerStatuses?.[0] ?? {}, 'containerID')
    container = String(id).replace('containerd://', '')
    await onNode('mv', MANIFEST, ASIDE)
    await until(
      'the API server to be gone',
      async () => ((await read()).status === 500 ? true : undefined),
      PATIENCE_MS,
    )
  })
  after(async function () {
    this.timeout(PATIENCE_MS * 2)
    if (kind === undefined) return
    await onNode('sh', '-c', `test ! -e ${ASIDE} || mv ${ASIDE} ${MANIFEST}`)
    await until(
      'the API server to be back',
      async () => (await kubectl.text('get', '--raw', '/readyz')) === 'ok' || undefined,
      PATIENCE_MS,
    )
    await forward.answering()
  })

  async function onNode(...command: string[]): Promise<string> {
    return output('docker', ['exec', kind?.node ?? '', ...command])
  }

  /** Asks the service from inside its own container: a port-forward would need the API server. */
  async function ask(method: string, port: number, path: string): Promise<Said> {
    const init = {
      method,
      headers: { 'content-type': 'application/json' },
      body: method === 'POST' ? '{"namespace":"default"}' : undefined,
    }
    const script = `fetch('http://127.0.0.1:${port}${path}', ${JSON.stringify(init)})
      .then(async (answer) => console.log(JSON.stringify({ status: answer.status, body: await answer.json() })))`
    const exec = ['-n', 'k8s.io', 'tasks', 'exec', '--exec-id', `e2e-${process.pid}-${run++}`, container]
    return JSON.parse(await onNode('ctr', ...exec, 'node', '-e', script)) as Said
  }
  const read = () => ask('GET', 8080, '/api/pods')

  it('reads and writes are 500 and say why', async () => {
    for (const [method, path] of [
      ['GET', '/api/pods'],
      ['GET', '/api/deployments?namespace=default'],
      ['GET', '/api/nodes'],
      ['GET', '/api/pods/any?namespace=default'],
      ['GET', '/api/pods/any/logs?namespace=default'],
      ['POST', '/api/pods/any/restart'],
      ['POST', '/api/deployments/any/restart'],
    ] as const) {
      const { status, body } = await ask(method, 8080, path)
      expect([status, body['code']], path).to.deep.equal([500, 'INTERNAL_ERROR'])
      expect(body['details'], path).to.match(/ECONNREFUSED|time-out|closed|reset/)
      expect(body['error'], path).to.be.a('string')
    }
  })

  it('the process is healthy and ready: a restart would not help', async () => {
    expect((await ask('GET', 9090, '/healthz')).status).to.equal(200)
    expect((await ask('GET', 9090, '/readyz')).status).to.equal(200)
  })

  it('mistakes of the caller are still theirs', async () => {
    expect((await ask('GET', 8080, '/api/pods?limit=0')).status).to.equal(400)
    expect((await ask('GET', 8080, '/api/none')).status).to.equal(404)
  })

  it('and when it is back, reads answer again, in the same container', async function () {
    this.timeout(PATIENCE_MS * 2)
    await onNode('mv', ASIDE, MANIFEST)
    await until(
      'the service to read again',
      async () => ((await read()).status === 200 ? true : undefined),
      PATIENCE_MS,
    )
    const pod = await until('the API server to answer us too', () => release.pod(), PATIENCE_MS)
    expect(pod.metadata.uid).to.equal(uid)
    expect(pod.status?.containerStatuses?.[0]?.restartCount).to.equal(0)
  })
})
