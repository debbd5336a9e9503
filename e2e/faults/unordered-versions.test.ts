import { expect } from 'chai'
import { startDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { pod } from '../support/churn.ts'
import { fold, openEvents, eventsSent, type Reader, type Sent } from '../support/events.ts'
import { call } from '../support/http.ts'
import { hurriedBy } from '../support/hurried.ts'
import { RewrittenCluster, type Rewriting } from '../support/rewritten-cluster.ts'
import { serveCluster } from '../support/serve.ts'
import { until } from '../support/until.ts'

const encode = (version: unknown) =>
  Buffer.from(JSON.stringify({ member1: String(version) })).toString('base64')
const decode = (version: string) =>
  (JSON.parse(Buffer.from(version, 'base64').toString()) as { member1: string }).member1
type Change = NonNullable<Rewriting['list']>
const opaque: Change = (metadata) => {
  metadata.resourceVersion = encode(metadata.resourceVersion)
}
const written =
  (version: unknown): Change =>
  (metadata) => {
    metadata.resourceVersion = version
  }
const isSynced = ({ event }: Sent) => event === 'synced'

const CLUSTERS: [name: string, rewriting: Rewriting][] = [
  [
    'on everything, without streaming lists',
    { list: opaque, item: opaque, event: (_, one) => opaque(one), refusesStreams: true, back: decode },
  ],
  ['on everything, with streaming lists', { list: opaque, item: opaque, event: (_, one) => opaque(one) }],
  ['on lists alone', { list: opaque, refusesStreams: true, back: decode }],
  ['on items alone', { item: opaque, refusesStreams: true }],
  ['on watch events alone', { event: (_, one) => opaque(one), refusesStreams: true }],
  ...['abc', '12.5', '1e3', '007', '', undefined].map((version): [string, Rewriting] => [
    `on lists that say ${String(version)}`,
    { list: written(version), refusesStreams: true, back: () => '0' },
  ]),
  ['on items that say none', { item: written(undefined), refusesStreams: true }],
]

describe('an API server whose resourceVersions do not compare', () => {
  let demo: DemoCluster
  let cluster: RewrittenCluster
  let service: RunningServer
  const open: Reader[] = []

  const start = async (rewriting: Rewriting): Promise<void> => {
    cluster = await RewrittenCluster.open(demo.url, rewriting)
    service = await serveCluster(cluster.url, demo.token, { time: hurriedBy(5) })
  }
  const api = async (path: string) => call(`http://127.0.0.1:${service.port}`, 'GET', path)
  const stream = async (query: string, lastEventId?: string): Promise<Reader> => {
    const reader = await openEvents(`http://127.0.0.1:${service.port}/api/stream?${query}`, lastEventId)
    open.push(reader)
    return reader
  }
  const names = (json: Record<string, unknown>) =>
    (json['pods'] as { name: string }[]).map(({ name }) => name)

  beforeEach(async () => {
    demo = await startDemoCluster({ pace: 'fast', controllers: false })
    for (const name of ['one', 'two', 'three']) demo.apply(pod(name))
  })
  afterEach(async () => {
    for (const reader of open.splice(0)) reader.close()
    await service.stop()
    await cluster.close()
    await demo.close()
  })

  for (const [name, rewriting] of CLUSTERS) {
    it(`reads from the API server, and streams its changes (${name})`, async () => {
      await start(rewriting)
      const reader = await stream('kinds=pods')
      await reader.seen('synced', isSynced)
      expect(fold(reader.events).size).to.be.at.least(3)
      demo.apply(pod('four'))
      await reader.seen('an addition', (one) => eventsSent([one])[0] === 'ADDED pod four')
      demo.apply(pod('four', 'Failed'))
      demo.remove(pod('one'))
      await until('the stream to show what there is', () => {
        const state = fold(reader.events)
        const four = state.get('pod default/four') as { status?: string } | undefined
        return !state.has('pod default/one') && four?.status === 'Failed' ? true : undefined
      })
      const { status, headers, json } = await api('/api/pods?namespace=default')
      expect([status, headers.get('x-cache')]).to.deep.equal([200, 'miss'])
      expect(names(json)).to.include('four').and.to.not.include('one')
    })
  }

  it('resumes with the complete state: its event ids state no position', async () => {
    await start({ list: opaque, item: opaque, refusesStreams: true })
    const reader = await stream('kinds=pods')
    await reader.seen('synced', isSynced)
    const again = await stream('kinds=pods', reader.lastId)
    await again.seen('synced', isSynced)
    expect(again.events.map(({ event }) => event)).to.include('resync')
    expect([...fold(again.events).keys()]).to.deep.equal([...fold(reader.events).keys()])
  })

  it('paginates with tokens of its own', async () => {
    await start({ list: opaque, refusesStreams: true, back: decode })
    await until('the watches to settle', async () => {
      const { json } = await call(`http://127.0.0.1:${service.metricsPort}`, 'GET', '/readyz')
      const states = (json['reflectors'] as { state: string }[]).map(({ state }) => state)
      return states.length >= 4 && !states.includes('syncing') ? true : undefined
    })
    const seen: string[] = []
    let next = ''
    do {
      const { status, headers, json } = await api(`/api/pods?namespace=default&limit=1${next}`)
      expect([status, headers.get('x-cache')]).to.deep.equal([200, 'miss'])
      seen.push(...names(json))
      next = typeof json['continue'] === 'string' ? `&continue=${json['continue']}` : ''
    } while (next !== '')
    expect(seen).to.deep.equal(['one', 'three', 'two'])
  })

  it('reads from the API server as soon as a version is not comparable', async () => {
    await start({ refusesStreams: true })
    await until('a hit', async () =>
      (await api('/api/pods')).headers.get('x-cache') === 'hit' ? true : undefined,
    )
    cluster.rewriting = { event: (_, one) => opaque(one), refusesStreams: true }
    demo.apply(pod('five'))
    await until('a miss', async () =>
      (await api('/api/pods')).headers.get('x-cache') === 'miss' ? true : undefined,
    )
    expect(names((await api('/api/pods?namespace=default')).json)).to.include('five')
  })
})
