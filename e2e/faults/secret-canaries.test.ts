import type { ObjectSchema } from '../../server/api/define-route.ts'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { routes } from '../../server/app/routes.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { streamKinds } from '../../server/stream/stream-kinds.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { Kube } from '../support/kube.ts'
import { kubeconfigOf, openSecureDemo, type SecureDemo } from '../support/limited-service.ts'
import { serveCluster, type ServingProcess } from '../support/serve-process.ts'
import { until } from '../support/until.ts'

const NAMESPACE = 'shop'
const SECRET = `canary-${randomBytes(12).toString('hex')}`
const ENCODED = Buffer.from(SECRET).toString('base64')
const ENVIRONMENT = `literal-${randomBytes(12).toString('hex')}`

/** Route that shows a workload as `kubectl get -o yaml` does, by the same right. */
const YAML = '/api/resources/{type}/{name}/yaml'

describe('a value of a Secret [S1]', function () {
  this.timeout(120_000)
  let demo: SecureDemo
  let service: ServingProcess
  let folder: string
  const responses: { path: string; text: string }[] = []

  before(async () => {
    demo = await openSecureDemo({})
    folder = openFolder('canaries')
    await createCanaries(new Kube({ url: demo.url, token: demo.token, ca: demo.ca }))
    // The snapshot is of a process of its own: this one has the canaries.
    const kubeconfig = join(folder, 'kubeconfig.json')
    await writeFile(kubeconfig, JSON.stringify(kubeconfigOf(demo.url, demo.token, demo.ca)))
    const program = 'e2e/support/processes/snapshot-on-signal.ts'
    service = await serveCluster(
      ['--kubeconfig', kubeconfig],
      { SNAPSHOT_FILE: join(folder, 'heap') },
      program,
    )
    await crawl()
  })

  async function createCanaries(kube: Kube): Promise<void> {
    const copy = JSON.stringify({
      kind: 'Secret',
      data: { password: ENCODED },
      stringData: { password: SECRET },
    })
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': copy }
    const at = { name: 'a-canary', namespace: NAMESPACE, annotations }
    await kube.create({ apiVersion: 'v1', kind: 'Secret', metadata: at, data: { password: ENCODED } })
    await kube.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: at, data: { plain: 'text' } })
    await kube.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: at,
      spec: {
        containers: [{ name: 'main', image: 'demo/web:1', env: [{ name: 'PASSWORD', value: ENVIRONMENT }] }],
      },
    })
    closeAfterwards('a client of the demo cluster', () => kube.close())
  }

  async function get(path: string, headers: Record<string, string> = {}): Promise<string> {
    const { text, headers: received } = await call(service.url, 'GET', path, undefined, headers)
    responses.push({ path, text: `${text}\n${JSON.stringify(received)}` })
    return text
  }

  /** Requests every GET of one response: warm and live, of objects that exist and that do not. */
  async function crawl(): Promise<void> {
    const finite = routes.filter(({ method, response }) => method === 'GET' && response.kind !== 'events')
    for (const headers of [{}, { 'cache-control': 'no-cache' }])
      for (const route of finite) {
        const { path, query } = route
        for (const name of ['a-canary', 'not-there'])
          for (const type of path.includes('{type}') ? ['secrets', 'configmaps', 'pods'] : [''])
            await get(
              path.replace('{name}', name).replace('{type}', type) + parametersOf(query, name),
              headers,
            )
      }
    const stream = await firstEvents(`/api/stream?kinds=${streamKinds.map(({ plural }) => plural).join()}`)
    responses.push({ path: '/api/stream', text: stream })
    const operations = `http://127.0.0.1:${service.metricsPort}`
    for (const path of ['/metrics', '/healthz', '/readyz'])
      responses.push({ path, text: await (await fetch(operations + path)).text() })
  }

  /** Returns the query of a request for everything that a route may show. */
  function parametersOf(query: ObjectSchema, name: string): string {
    const parameters = { namespace: NAMESPACE, q: name, include: 'related,diagnosis' }
    const known = Object.entries(parameters).filter(([parameter]) => parameter in query.properties)
    return known.length === 0
      ? ''
      : `?${known.map(([parameter, value]) => `${parameter}=${value}`).join('&')}`
  }

  /** Returns a stream up to the end of its snapshot. */
  async function firstEvents(path: string): Promise<string> {
    const abort = new AbortController()
    const { body } = await fetch(service.url + path, { signal: abort.signal })
    let text = ''
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.includes('event: synced')) break
    }
    abort.abort()
    return text
  }

  const hits = (texts: readonly { path: string; text: string }[], ...canaries: string[]) =>
    texts.filter(({ text }) => canaries.some((canary) => text.includes(canary))).map(({ path }) => path)

  it('appears in no response of any route, nor in the stream, the metrics or the probes [A2]', () => {
    expect(responses.length).to.be.above(routes.length)
    expect(responses.filter(({ text }) => text.includes('a-canary')).length).to.be.above(10)
    expect(hits(responses, SECRET, ENCODED)).to.deep.equal([])
  })

  it('appears in the YAML of its Pod only, as an environment variable', () => {
    const shown = new Set(hits(responses, ENVIRONMENT))
    expect([...shown]).to.deep.equal([
      `${YAML.replace('{type}', 'pods').replace('{name}', 'a-canary')}?namespace=${NAMESPACE}`,
    ])
  })

  it('appears in no line of the log', () => {
    expect(service.output()).to.include('/api/secrets/a-canary')
    expect(hits([{ path: 'log', text: service.output() }], SECRET, ENCODED, ENVIRONMENT)).to.deep.equal([])
  })

  it('leaves nothing in the memory of the service, which holds the names of the Secrets', async () => {
    service.child.kill('SIGUSR2')
    await until('a heap snapshot', () => /^snapshot written/m.exec(service.output())?.[0], 60_000)
    const snapshot = await readFile(join(folder, 'heap'))
    expect(snapshot.includes('a-canary')).to.equal(true)
    for (const canary of [SECRET, ENCODED]) expect(snapshot.includes(canary), canary).to.equal(false)
  })
})
