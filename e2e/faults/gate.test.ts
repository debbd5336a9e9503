import { expect } from 'chai'
import { hang, internalError, reset, respond } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { Fault } from '../support/demo/faults.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import type { ObservedRequest } from '../../server/demo/cluster.ts'

const rbac = 'rbac.authorization.k8s.io'
const isWatch = ({ url }: ObservedRequest) => url.includes('watch=')

describe('access reviews of cached reads', () => {
  let demo: DemoCluster
  let service: RunningServer
  let time: SkippingTime
  let watches: string[]
  let lists: number

  /** Sets the user's rights on Pods, in all namespaces or in one. */
  function grant(verbs: readonly string[], namespace?: string): void {
    const kind = namespace === undefined ? 'ClusterRole' : 'Role'
    const metadata = { name: 'reader', ...(namespace === undefined ? {} : { namespace }) }
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs }]
    demo.apply({ apiVersion: `${rbac}/v1`, kind, metadata, rules })
    demo.apply({
      apiVersion: `${rbac}/v1`,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: rbac, kind, name: 'reader' },
      subjects: [{ apiGroup: rbac, kind: 'User', name: 'reader' }],
    })
  }
  const start = async () => {
    service = await serveCluster(demo.url, demo.addToken({ username: 'reader' }), {
      time,
      settings: { requestTimeout: '1s' },
    })
  }
  const get = (path: string) => call(`http://127.0.0.1:${service.port}`, 'GET', path)
  /** Returns the result of a read, such as `200 hit` or `403`. */
  const look = async (path = '/api/pods') => {
    const { status, headers } = await get(path)
    return status === 200 ? `200 ${headers.get('x-cache')}` : String(status)
  }
  /** Reads until it is answered so; gives how many seconds after `started` that was. */
  const becomes = async (wanted: string, path?: string, started = time.now()) => {
    await time.until(`${path ?? 'the Pods'} to be ${wanted}`, async () =>
      (await look(path)) === wanted ? true : undefined,
    )
    return (time.now() - started) / 1000
  }

  beforeEach(async () => {
    time = new SkippingTime()
    demo = await openDemoCluster({ controllers: false })
    watches = []
    lists = 0
    demo.onRequest((seen) => {
      if (isWatch(seen)) watches.push(seen.url.split('?')[0] ?? '')
      if (seen.url.includes('pods?limit=')) lists++
    })
  })

  it('responds 403 on every route that needs a revoked right, and serves again once it is granted [F10, F11]', async () => {
    grant(['get', 'list', 'watch'])
    await start()
    await becomes('200 hit')
    const [{ name, namespace } = { name: '', namespace: '' }] = (await get('/api/pods')).json['pods'] as {
      name: string
      namespace: string
    }[]
    const detail = `/api/pods/${name}?namespace=${namespace}`
    expect(await look(detail)).to.equal('200 hit')
    grant([])
    const taken = time.now()
    // The two reads have separate denials, each cached for a while. The list is denied last, so its denial
    // ends last.
    expect(await becomes('403', detail, taken)).to.be.below(30)
    expect(await becomes('403', '/api/pods', taken)).to.be.below(30)
    const { json } = await get('/api/pods')
    expect(json['error']).to.equal(
      'pods is forbidden: User "reader" cannot list resource "pods" in API group "" at the cluster scope',
    )
    grant(['get', 'list', 'watch'])
    expect(await becomes('200 hit')).to.be.below(60)
    expect(await look(detail)).to.equal('200 hit')
  })

  it('reads kinds live that may be listed and not watched, without a storm [F12]', async () => {
    grant(['get', 'list'])
    await start()
    for (let n = 1; n <= 20; n++) expect([await look(), lists]).to.deep.equal(['200 miss', n])
    expect(watches).to.deep.equal([])
  })

  it('watches one namespace if only that may be read [F13]', async () => {
    grant(['get', 'list', 'watch'], 'shop')
    await start()
    await becomes('200 hit', '/api/pods?namespace=shop')
    expect(await look('/api/pods?namespace=payments')).to.equal('403')
    expect(await look()).to.equal('403')
    expect(new Set(watches)).to.deep.equal(new Set(['/api/v1/namespaces/shop/pods']))
  })

  it('a right that is taken away after an outage shows as 403 where /readyz may not be asked [F1]', async function () {
    this.timeout(120_000)
    const denied = respond({ code: 403, body: '{"kind":"Status","code":403}' })
    grant(['get', 'list', 'watch'])
    await start()
    demo.faults.inject({ when: ({ url }) => url.startsWith('/readyz'), action: denied })
    await becomes('200 hit')
    const outage = demo.faults.inject({ when: () => true, action: reset() })
    demo.faults.cut(isWatch)
    await becomes('200 stale')
    outage.lift()
    await becomes('200 hit')
    grant([])
    expect(await becomes('403')).to.be.below(60)
  })

  const outages: [what: string, inject: () => Fault][] = [
    ['F1 is gone', () => demo.faults.inject({ when: () => true, action: reset() })],
    ['F4 has lost its etcd', () => demo.faults.inject({ when: () => true, action: internalError() })],
    ['F6 swallows everything', () => demo.faults.inject({ when: () => true, action: hang() })],
  ]
  for (const [what, inject] of outages)
    it(`serves allowed kinds for a minute while the API server ${what}, then 500`, async function () {
      this.timeout(120_000)
      grant(['get', 'list', 'watch'])
      await start()
      await becomes('200 hit')
      expect(await look('/api/nodes')).to.equal('403')
      const outage = inject()
      demo.faults.cut(isWatch)
      await becomes('200 stale')
      expect(Number((await get('/api/pods')).headers.get('x-cache-age-ms'))).to.be.above(0)
      expect(await look('/api/nodes'), 'what was denied never opens').to.be.oneOf(['403', '500'])
      await becomes('500')
      const { json } = await get('/api/pods')
      expect(json).to.include.keys('error', 'code', 'details')
      const operations = `http://127.0.0.1:${service.metricsPort}`
      expect((await call(operations, 'GET', '/readyz')).status, 'still ready').to.equal(200)
      outage.lift()
      await becomes('200 hit')
    })
})
