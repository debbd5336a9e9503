import { expect } from 'chai'
import { hang, reset } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { pod } from '../support/churn.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openEvents, eventsSent, type Reader, type Sent } from '../support/events.ts'
import { call } from '../support/http.ts'
import { serveCluster, type ServeOptions } from '../support/serve.ts'
import { until } from '../support/until.ts'

const rbac = 'rbac.authorization.k8s.io'
const READ = ['get', 'list', 'watch']
const isSynced = ({ event }: Sent) => event === 'synced'

describe('rights of the event stream', () => {
  let demo: DemoCluster
  let service: RunningServer | undefined
  let watches: string[]

  /** Sets the user's rights on a kind, in all namespaces or in one. */
  function grant(resource: string, verbs: readonly string[], namespace?: string): void {
    const kind = namespace === undefined ? 'ClusterRole' : 'Role'
    const metadata = { name: `reader-${resource}`, ...(namespace === undefined ? {} : { namespace }) }
    const rules = [{ apiGroups: ['', 'apps'], resources: [resource], verbs }]
    const subjects = [{ apiGroup: rbac, kind: 'User', name: 'reader' }]
    demo.apply({ apiVersion: `${rbac}/v1`, kind, metadata, rules })
    const roleRef = { apiGroup: rbac, kind, name: metadata.name }
    demo.apply({ apiVersion: `${rbac}/v1`, kind: `${kind}Binding`, metadata, roleRef, subjects })
  }
  async function start(options: ServeOptions = {}): Promise<void> {
    service = await serveCluster(demo.url, demo.addToken({ username: 'reader' }), options)
  }
  const base = () => `http://127.0.0.1:${service?.port}`
  async function stream(query = ''): Promise<Reader> {
    return openEvents(`${base()}/api/stream?${query}`)
  }
  const denied = async (query: string) => {
    const { status, json } = await call(base(), 'GET', `/api/stream?${query}`)
    expect([status, json['code'], json['statusCode']]).to.deep.equal([403, 'FORBIDDEN', 403])
    return json
  }

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false })
    watches = []
    demo.onRequest(({ url }) => {
      if (url.includes('watch=1') && !url.includes('timeoutSeconds=1&')) watches.push(url.split('?')[0] ?? '')
    })
  })

  it('403 as JSON where every kind is denied, in the words of the lists', async () => {
    await start()
    const json = await denied('kinds=pods')
    expect(json).to.deep.equal((await call(base(), 'GET', '/api/pods')).json)
    expect(await denied('kinds=pods,nodes,events&namespace=shop')).to.have.nested.property(
      'missing[0].namespace',
      'shop',
    )
  })

  it('denies a kind that may be listed and not watched, and names the missing right [F12]', async () => {
    grant('pods', ['get', 'list'])
    await start({ managedByChart: true })
    const json = await denied('kinds=pods')
    expect(json['error']).to.equal(
      'pods is forbidden: User "reader" cannot watch resource "pods" in API group "" at the cluster scope',
    )
    expect(json['missing']).to.deep.equal([
      { verb: 'watch', apiGroup: '', resource: 'pods', enabledBy: 'rbac.groups.pods' },
    ])
    expect((await call(base(), 'GET', '/api/pods')).status, 'lists are served').to.equal(200)
  })

  it('some denied at the start: forbidden for those, the others go on', async () => {
    grant('pods', READ)
    await start()
    const reader = await stream('kinds=pods,nodes')
    const { data } = await reader.seen('synced', isSynced)
    expect(data).to.deep.equal({ kinds: ['pods'] })
    expect(reader.events[1]).to.deep.include({
      event: 'forbidden',
      data: {
        kind: 'nodes',
        error:
          'nodes is forbidden: User "reader" cannot list resource "nodes" in API group "" at the cluster scope',
        code: 'FORBIDDEN',
        statusCode: 403,
      },
    })
  })

  it('stops a kind within 10 s of a revoked right, and serves it to later clients once it is granted [F10, F11]', async () => {
    grant('pods', READ)
    grant('events', READ)
    const time = new SkippingTime()
    await start({ time })
    const reader = await stream('kinds=pods,events')
    await reader.seen('synced', isSynced)
    demo.apply(pod('seen'))
    await reader.seen(
      'the Pod',
      ({ data }) => eventsSent([{ event: 'pod', id: '', data }])[0] === 'ADDED pod seen',
    )
    const revoked = time.now()
    grant('pods', [])
    const { data } = await time.until('the stream to say so', () =>
      reader.events.find(({ event }) => event === 'forbidden'),
    )
    // Half a second is skipped each time the event loop turns: live/access.test.ts holds it to 10 s.
    expect((time.now() - revoked) / 1000).to.be.below(30)
    expect(data).to.deep.equal({
      kind: 'pods',
      error:
        'pods is forbidden: User "reader" cannot list resource "pods" in API group "" at the cluster scope',
      code: 'FORBIDDEN',
      statusCode: 403,
    })
    const { json } = await call(`http://127.0.0.1:${service?.metricsPort}`, 'GET', '/readyz')
    expect(JSON.stringify(json['reflectors']), 'nothing of it is held').to.not.match(/"pods","state":"live"/)
    demo.apply(pod('unseen'))
    demo.apply({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e', namespace: 'default' },
      reason: 'StillTold',
      involvedObject: { kind: 'Pod', name: 'unseen' },
    })
    await until('the event', () =>
      eventsSent(reader.events).at(-1) === 'ADDED event StillTold' ? true : undefined,
    )
    expect(JSON.stringify(reader.events.filter(({ event }) => event === 'pod'))).to.not.include('unseen')
    grant('pods', READ)
    const again = await time.until('the right to be back', async () => {
      const one = await stream('kinds=pods,events')
      await one.seen('synced', isSynced)
      return eventsSent(one.events).includes('ADDED pod unseen') ? one : undefined
    })
    demo.apply(pod('later'))
    await until('news', () => (eventsSent(again.events).at(-1) === 'ADDED pod later' ? true : undefined))
    expect(eventsSent(reader.events).at(-1), 'a kind that stopped stays so').to.equal('ADDED event StillTold')
  })

  it('watches single namespaces that are granted, or all of them without one in the query [F13]', async () => {
    const namespaces = ['payments', 'monitoring']
    for (const namespace of namespaces) grant('pods', READ, namespace)
    await start({ settings: { namespaces }, managedByChart: true })
    const reader = await stream('kinds=pods')
    await reader.seen('synced', isSynced)
    const seen = reader.events.flatMap(
      ({ data }) => (data['object'] as { namespace?: string } | undefined)?.namespace ?? [],
    )
    expect(new Set(seen)).to.deep.equal(new Set(namespaces))
    for (const namespace of [...namespaces, 'shop']) demo.apply(pod(`new-${namespace}`, 'Running', namespace))
    await until('both', () =>
      eventsSent(reader.events).filter((one) => /pod new-/.test(one)).length === 2 ? true : undefined,
    )
    expect(eventsSent(reader.events)).to.not.include('ADDED pod new-shop')
    const one = await stream('kinds=pods&namespace=payments')
    await one.seen('synced', isSynced)
    expect(watches.sort()).to.deep.equal([
      '/api/v1/namespaces/monitoring/pods',
      '/api/v1/namespaces/payments/pods',
    ])
    expect(await denied('kinds=pods&namespace=shop')).to.have.nested.property(
      'missing[0].enabledBy',
      'rbac.scope=cluster',
    )
    const resumed = await openEvents(`${base()}/api/stream?kinds=pods`, reader.lastId)
    await resumed.seen('synced', isSynced)
    expect(resumed.events.map(({ event }) => event)).to.deep.equal(['connected', 'synced'])
  })

  it('works without --cache, and starts its own watches', async () => {
    grant('pods', READ)
    await start({ settings: { cache: false } })
    expect(watches).to.deep.equal([])
    const reader = await stream('kinds=pods')
    await reader.seen('synced', isSynced)
    demo.apply(pod('new'))
    await until('news', () => (eventsSent(reader.events).at(-1) === 'ADDED pod new' ? true : undefined))
    expect(watches).to.deep.equal(['/api/v1/pods'])
    expect((await call(base(), 'GET', '/api/pods')).headers.get('x-cache')).to.equal('bypass')
  })

  it('500 as JSON where the cluster cannot be asked', async () => {
    for (const action of [reset(), hang()]) {
      const away = demo.faults.inject({ when: () => true, action })
      await start({ settings: { requestTimeout: '4s' } })
      const { status, json } = await call(base(), 'GET', '/api/stream')
      expect([status, json['code']]).to.deep.equal([500, 'INTERNAL_ERROR'])
      expect(json['details']).to.be.a('string')
      away.lift()
      await service?.stop()
    }
  })

  it('the header comes at once where a kind takes long to be there', async () => {
    grant('pods', READ)
    const slow = demo.faults.inject({ when: ({ url }) => url.includes('pods?watch=1'), action: hang() })
    const time = new SkippingTime()
    await start({ time })
    const reader = await stream('kinds=pods')
    await time.until('a heartbeat', () => reader.events.find(({ event }) => event === 'heartbeat'))
    expect(reader.events[0]?.event).to.equal('connected')
    slow.lift()
    await time.until('synced', () => reader.events.find(isSynced))
  })
})
