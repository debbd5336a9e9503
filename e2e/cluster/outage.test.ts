import { expect } from 'chai'
import { until } from '../support/until.ts'
import { output } from './environment/process.ts'
import { world } from './environment/world.ts'

const MANIFEST = '/etc/kubernetes/manifests/kube-apiserver.yaml'
const ASIDE = '/etc/kubernetes/kube-apiserver.yaml'
const PATIENCE_MS = 110_000
const WATCHED = ['/api/pods', '/api/deployments?namespace=default', '/api/nodes']

/** Caches may serve reads for this long after the API server last allowed it. */
const SHOWN_MS = 60_000
/** Time from the return of the API server until every response is up to date. */
const CONSISTENT_MS = 5_000

interface Said {
  status: number
  cache: string | null
  ageMs: number
  body: Record<string, unknown>
}

const { kind } = world()

describe(`While the API server is down${kind === undefined ? ' (skipped: E2E_KUBECONFIG names a cluster that is not ours)' : ''}`, () => {
  const { kubectl, release, forward } = world()
  let container = ''
  let uid: string | undefined
  let run = 0
  let goneAt = 0

  before(async function () {
    if (kind === undefined) this.skip()
    const { metadata, status } = await release.pod()
    uid = metadata.uid
    const id: unknown = Reflect.get(status?.containerStatuses?.[0] ?? {}, 'containerID')
    container = String(id).replace('containerd://', '')
    for (const path of WATCHED)
      await until(
        `${path} to be watched`,
        async () => ((await ask('GET', 8080, path)).cache === 'hit' ? true : undefined),
        PATIENCE_MS,
      )
    await onNode('mv', MANIFEST, ASIDE)
    await until(
      'the API server to be gone',
      async () => ((await read()).cache === 'stale' ? true : undefined),
      PATIENCE_MS,
    )
    goneAt = performance.now()
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

  /**
   * Sends a request to the service from its own container, because a port-forward would need the API server.
   */
  async function ask(method: string, port: number, path: string): Promise<Said> {
    const init = {
      method,
      headers: { 'content-type': 'application/json' },
      body: method === 'POST' ? '{"namespace":"default"}' : undefined,
    }
    const script = `fetch('http://127.0.0.1:${port}${path}', ${JSON.stringify(init)})
      .then(async (answer) => console.log(JSON.stringify({ status: answer.status, body: await answer.json(),
        cache: answer.headers.get('x-cache'), ageMs: Number(answer.headers.get('x-cache-age-ms')) })))`
    const exec = ['-n', 'k8s.io', 'tasks', 'exec', '--exec-id', `e2e-${process.pid}-${run++}`, container]
    return JSON.parse(await onNode('ctr', ...exec, 'node', '-e', script)) as Said
  }
  const read = () => ask('GET', 8080, '/api/pods')
  const failed = (said: Said): Said | undefined => (said.status === 500 ? said : undefined)
  const isFailure = ({ status, body }: Said, path: string): void => {
    expect([status, body['code']], path).to.deep.equal([500, 'INTERNAL_ERROR'])
    expect(body['details'], path).to.match(/ECONNREFUSED|time-out|closed|reset/)
    expect(body['error'], path).to.be.a('string')
  }

  it('serves watched kinds as stale while the API server is away [F1]', async () => {
    const before = await read()
    expect([before.status, before.cache]).to.deep.equal([200, 'stale'])
    expect(before.body['pods']).to.be.an('array').that.is.not.empty
    const later = await until('it to be older', async () => {
      const said = await read()
      return said.ageMs > before.ageMs ? said : undefined
    })
    expect([later.status, later.cache]).to.deep.equal([200, 'stale'])
    expect(later.body).to.deep.equal(before.body)
  })

  it('responds 500 with the cause to writes and to reads of other kinds [F1]', async () => {
    for (const [method, path] of [
      ['GET', '/api/pods/any?namespace=default'],
      ['GET', '/api/pods/any/logs?namespace=default'],
      ['POST', '/api/pods/any/restart'],
      ['POST', '/api/deployments/any/restart'],
    ] as const)
      isFailure(await ask(method, 8080, path), path)
  })

  it('the process is healthy and ready: a restart would not help', async () => {
    expect((await ask('GET', 9090, '/healthz')).status).to.equal(200)
    expect((await ask('GET', 9090, '/readyz')).status).to.equal(200)
  })

  it('mistakes of the caller are still theirs', async () => {
    expect((await ask('GET', 8080, '/api/pods?limit=0')).status).to.equal(400)
    expect((await ask('GET', 8080, '/api/none')).status).to.equal(404)
  })

  it('serves nothing a minute after the last access review [F1]', async function () {
    this.timeout(PATIENCE_MS * 2)
    await until(
      'reads to end',
      async () => ((await read()).status === 500 ? true : undefined),
      SHOWN_MS + 15_000,
    )
    expect(performance.now() - goneAt, 'no sooner than the time of a review less').to.be.above(
      SHOWN_MS - 12_000,
    )
    for (const path of WATCHED) {
      // Each kind has an access review of its own, so they expire at different times.
      const said = await until(`${path} to end`, async () => failed(await ask('GET', 8080, path)), SHOWN_MS)
      isFailure(said, path)
    }
  })

  it('serves again in the same container once the API server is back [F1]', async function () {
    this.timeout(PATIENCE_MS * 2)
    await onNode('mv', ASIDE, MANIFEST)
    await until(
      'the service to read again',
      async () => ((await read()).status === 200 ? true : undefined),
      PATIENCE_MS,
    )
    const watched = await until(
      'watched state to be shown again',
      async () => {
        const said = await read()
        return said.cache === 'hit' ? said : undefined
      },
      CONSISTENT_MS,
    )
    const names = (watched.body['pods'] as { namespace: string; name: string }[]).map(
      ({ namespace, name }) => `${namespace}/${name}`,
    )
    const listed = await kubectl.items<{ metadata: { namespace: string; name: string } }>('pods', '-A')
    expect(names).to.deep.equal(listed.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`))
    const pod = await until('the API server to answer us too', () => release.pod(), PATIENCE_MS)
    expect(pod.metadata.uid).to.equal(uid)
    expect(pod.status?.containerStatuses?.[0]?.restartCount).to.equal(0)
  })
})
