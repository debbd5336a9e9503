import { expect } from 'chai'
import { hang, reset } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { Churn, pod } from '../support/churn.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { fold, openEvents, eventsSent, type Reader, type Sent } from '../support/events.ts'
import { recordPods, podHistory, type History } from '../support/history.ts'
import { serveWarm } from '../support/serve.ts'
import { until } from '../support/until.ts'
import type { ObservedRequest } from '../../server/demo/cluster.ts'

const isSynced = ({ event }: Sent) => event === 'synced'
const isWatch = ({ url, headers }: ObservedRequest) =>
  url.startsWith('/api/v1/pods?watch=') && headers['user-agent']?.startsWith('cluster-inspector') === true
const after = (events: readonly Sent[]) => events.slice(events.findIndex(isSynced) + 1)

describe('event stream under faults', () => {
  let demo: DemoCluster
  let service: RunningServer
  let churn: Churn
  let history: History
  let watches: string[]

  beforeEach(async () => {
    demo = await openDemoCluster({
      pace: 'fast',
      controllers: false,
      bulk: { pods: 300, nodes: 3, namespaces: 2 },
    })
    watches = []
    demo.onRequest(({ url }) => {
      if (url.includes('watch=')) watches.push(url.split('?')[0] ?? '')
    })
    service = await serveWarm(demo.url, demo.token, { settings: { shutdownGrace: '5s' } })
    history = await recordPods(demo)
    churn = new Churn(demo)
  })

  async function stream(query = 'kinds=pods', lastEventId?: string): Promise<Reader> {
    return openEvents(`http://127.0.0.1:${service.port}/api/stream?${query}`, lastEventId)
  }
  async function synced(query?: string, lastEventId?: string): Promise<Reader> {
    const reader = await stream(query, lastEventId)
    await reader.seen('synced', isSynced)
    return reader
  }
  /** Waits until the stream's events equal the record of a direct watch. */
  async function isHistory(events: () => readonly Sent[]): Promise<void> {
    await history.caughtUp()
    await until('the stream to have told what happened', () =>
      podHistory(events()).length >= history.expected.length ? true : undefined,
    )
    expect(podHistory(events())).to.deep.equal(history.expected)
  }

  it('takes the longest id there may be, and a list of thirty kinds', async () => {
    const kinds = Array.from({ length: 60 }, () => 'deployments,pods').join(',')
    const reader = await synced(`kinds=${kinds}`, `2.${'x'.repeat(12)}.${'A'.repeat(12 * 1024 - 15)}`)
    expect(reader.events.map(({ event }) => event)).to.include('resync')
  })

  it('Ordered, Unique, Reliable: tells each change once, in order', async () => {
    const reader = await synced()
    for (let n = 0; n < 300; n++) churn.step()
    await isHistory(() => after(reader.events))
    expect(history.expected.length).to.be.above(500)
  })

  it('Resumable: 200 reconnects under churn lose nothing and double nothing', async function () {
    this.timeout(120_000)
    let reader = await synced()
    const events: Sent[] = after(reader.events)
    churn.start()
    for (let n = 0; n < 200; n++) {
      const { length } = reader.events
      await until('something to be told', () => (reader.events.length > length + (n % 5) ? true : undefined))
      reader.close()
      events.push(...reader.events.slice(n === 0 ? reader.events.findIndex(isSynced) + 1 : 0))
      reader = await stream('kinds=pods', reader.lastId)
    }
    await churn.stop()
    await isHistory(() => [...events, ...reader.events])
    expect(events.filter(({ event }) => event === 'resync')).to.deep.equal([])
  })

  it('Atomic: a snapshot under churn is one state, and what follows goes on from it', async () => {
    churn.start()
    const readers = await Promise.all(Array.from({ length: 20 }, () => stream()))
    for (const reader of readers) await reader.seen('synced', isSynced)
    await churn.stop()
    const items = await history.caughtUp()
    for (const reader of readers)
      await until('the stream to say what is there', () => {
        const state = [...fold(reader.events).values()].map((item) => JSON.stringify(item))
        return state.sort().join() === [...items.values()].sort().join() ? true : undefined
      })
  })

  it('opens one watch per kind, regardless of the number of clients and filters', async () => {
    const queries = [
      '',
      'namespace=shop',
      'labelSelector=app',
      'kinds=pods,nodes',
      'kinds=events&snapshot=false',
    ]
    for (let n = 0; n < 6; n++) for (const query of queries) await synced(query)
    const replicaSets = await synced('kinds=replicasets')
    expect(eventsSent(replicaSets.events).length).to.be.above(0)
    const counted = Map.groupBy(watches, (path) => path)
    counted.delete('/api/v1/pods')
    for (const [path, one] of counted) expect(one, path).to.have.length(1)
    // The direct watch of this test is a watch of Pods too.
    expect(watches.filter((path) => path === '/api/v1/pods')).to.have.length(2)
  })

  it('410 and a new list: what was deleted meanwhile is told, without a resync [F3]', async () => {
    const reader = await synced()
    demo.apply(pod('doomed'))
    await reader.seen(
      'the Pod',
      ({ data }) => eventsSent([{ event: 'pod', id: '', data }])[0] === 'ADDED pod doomed',
    )
    const away = demo.faults.inject({ when: isWatch, action: hang(), times: 1 })
    demo.faults.cut(isWatch)
    await until('the watch to be gone', () => (away.met === 1 ? true : undefined))
    demo.remove(pod('doomed'))
    demo.apply(pod('kept', 'Failed'))
    const id = reader.lastId
    demo.faults.compact()
    demo.faults.cut(isWatch)
    await until('the news', () => (eventsSent(reader.events).at(-1) === 'ADDED pod kept' ? true : undefined))
    expect(eventsSent(reader.events)).to.include('DELETED pod doomed')
    expect(reader.events.map(({ event }) => event)).to.not.include('resync')
    const again = await synced('kinds=pods', id)
    expect(eventsSent(again.events)).to.deep.equal(['DELETED pod doomed', 'ADDED pod kept'])
  })

  it('stays open while the API server is away, and tells what happened when it is back [F1]', async () => {
    const reader = await synced()
    const away = demo.faults.inject({
      when: ({ headers }) => headers['user-agent']?.startsWith('cluster-inspector') === true,
      action: reset(),
    })
    demo.faults.cut(isWatch)
    for (let n = 0; n < 20; n++) churn.step()
    await until('it to be missed', () => (away.met > 2 ? true : undefined))
    away.lift()
    await isHistory(() => after(reader.events))
  })

  it('begins anew for an id that is too old, and says so', async function () {
    this.timeout(120_000)
    const first = await synced()
    const { lastId } = first
    first.close()
    for (let n = 0; n < 5000; n++) demo.apply(pod('busy', n % 2 === 0 ? 'Running' : 'Failed'))
    await history.caughtUp()
    const types = (reader: Reader) => new Set(eventsSent(reader.events).map((one) => one.split(' ')[0]))
    // The event id may expire before the service has seen the last change. MODIFIED events then follow the
    // resync, so the test tries again.
    const again = await until('the id to be too old, and all changes to be seen', async () => {
      const reader = await synced('kinds=pods', lastId)
      if (reader.events[1]?.event === 'resync' && types(reader).size === 1) return reader
      reader.close() // each one open has all that is still to come told, and makes it come later
      return undefined
    })
    expect(again.events[1]?.data).to.deep.equal({
      kinds: ['pods'],
      reason: 'event id older than the replay buffer',
    })
    expect(types(again)).to.deep.equal(new Set(['ADDED']))
  })

  it('resyncs a client that does not read, without effect on others [H2]', async function () {
    this.timeout(120_000)
    const [slow, other] = [await synced('kinds=deployments'), await synced('kinds=deployments')]
    slow.response.pause()
    const deployment = (n: number) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'large', namespace: 'default', labels: { text: `${'x'.repeat(20_000)}${n}` } },
      spec: { template: { spec: { containers: [] } } },
    })
    for (let n = 0; n < 1500; n++) {
      demo.apply(deployment(n))
      if (n % 50 === 49)
        await until('all to be told', () => (after(other.events).length > n ? true : undefined))
    }
    expect(new Set(other.events.map(({ event }) => event))).to.deep.equal(
      new Set(['connected', 'deployment', 'synced']),
    )
    slow.response.resume()
    const { data } = await slow.seen('resync', ({ event }) => event === 'resync')
    expect(data).to.deep.equal({ kinds: ['deployments'], reason: 'the client reads too slowly' })
    await until('it to be synced', () => (slow.events.at(-1)?.event === 'synced' ? true : undefined))
    expect(eventsSent(slow.events).length).to.be.below(1400)
    const state = ({ events }: Reader) =>
      new Map([...fold(events)].map(([key, item]) => [key, { ...(item as object), age: '' }]))
    expect(state(slow)).to.deep.equal(state(other))
  })

  it('a drain says goodbye, ends the stream whole, and waits for nobody [F23]', async () => {
    const reader = await synced()
    const started = performance.now()
    await service.stop()
    expect(performance.now() - started).to.be.below(3000)
    await until('the end', () => reader.ended)
    expect([reader.events.at(-1)?.event, reader.ended]).to.deep.equal(['bye', 'end'])
    service = await serveWarm(demo.url, demo.token)
  })

  it('callers that come and go leave nothing behind [H3]', async () => {
    const metric = async (name: string) =>
      Number(
        new RegExp(`^${name} (.*)$`, 'm').exec(
          await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text(),
        )?.[1],
      )
    const before = watches.length
    for (let n = 0; n < 300; n++) (await stream(`labelSelector=n!=${n}&namespace=n${n % 100}`)).close()
    await until('all to be gone', async () =>
      (await metric('cluster_inspector_stream_clients')) === 0 ? true : undefined,
    )
    expect(watches).to.have.length(before)
  })
})
