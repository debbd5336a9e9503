import { expect } from 'chai'
import { ForbiddenByClusterError, UnavailableError } from '../core/errors.ts'
import { deployments } from '../kinds/deployments/kind.ts'
import { eventually } from '../testing/eventually.ts'
import { FakeWatchableCluster } from '../testing/fake-watchable-cluster.ts'
import { Streams, until } from '../testing/streams.ts'
import { replace } from '../testing/build-cached-object.ts'

describe('the streams of a process', () => {
  let streams: Streams
  const last = (name: string) => (events: string[]) => events.at(-1) === name

  beforeEach(() => {
    streams = new Streams()
    streams.fill()
  })
  afterEach(() => streams.hub.close())

  it('begin with what there is, then tell what happens', async () => {
    const sink = await streams.synced({ kinds: ['pods', 'deployments'] })
    streams.pods.apply(streams.pod('c', 101), false)
    streams.pods.apply(streams.pod('a', 102, { phase: 'Failed' }), false)
    streams.pods.apply(streams.pod('b', 103), true)
    await until(sink, last('DELETED pod b'))
    expect(sink.text).to.match(/^retry: \d+\n\nevent: connected\n/)
    expect(sink.events).to.deep.equal([
      'connected deployments,pods',
      'ADDED deployment web',
      'ADDED pod a',
      'ADDED pod b',
      'synced deployments,pods',
      'ADDED pod c',
      'MODIFIED pod a',
      'DELETED pod b',
    ])
    expect(Object.fromEntries(streams.counts)).to.deep.equal({
      open: 1,
      'told pods': 5,
      'told deployments': 1,
    })
  })

  it('follow once, frame once and write the same bytes, whoever many ask for the same', async () => {
    const sinks = await Promise.all(Array.from({ length: 50 }, () => streams.synced()))
    streams.pods.apply(streams.pod('c', 101), false)
    streams.pods.apply(streams.pod('d', 102), false)
    for (const sink of sinks) await until(sink, last('ADDED pod d'))
    expect(new Set(sinks.map((sink) => sink.written.at(-1))).size, 'one buffer').to.equal(1)
    expect(sinks[0]?.written.at(-1)?.bytes.toString().split('\n\n')).to.have.length(3)
    expect([streams.followed.asked, streams.hub.subscribers]).to.deep.equal([1, 50])
    for (const sink of sinks) sink.destroy()
    expect([streams.hub.subscribers, streams.counts.get('open')]).to.deep.equal([0, 0])
  })

  it('narrow to a namespace and to what a selector selects', async () => {
    streams.pods.apply(streams.pod('x', 101, { namespace: 'other', labels: { app: 'x' } }), false)
    const shop = await streams.synced({ namespace: 'shop' })
    const selected = await streams.synced({ labelSelector: 'app' })
    streams.pods.apply(streams.pod('y', 102, { namespace: 'other' }), false)
    streams.pods.apply(streams.pod('a', 103, { labels: { app: 'x' } }), false)
    streams.pods.apply(streams.pod('x', 104, { namespace: 'other' }), false)
    streams.pods.apply(streams.pod('z', 105), false)
    await until(shop, last('ADDED pod z'))
    expect(shop.events).to.deep.equal([
      'connected pods',
      'ADDED pod a',
      'ADDED pod b',
      'synced pods',
      'ADDED pod z',
    ])
    await until(selected, last('DELETED pod x'))
    expect(selected.events.slice(1)).to.deep.equal([
      'ADDED pod x',
      'synced pods',
      'ADDED pod a',
      'DELETED pod x',
    ])
  })

  it('say every 15 s that they live, and every 30 s the time and where they are', async () => {
    const sink = await streams.synced()
    streams.time.turn(14_999)
    expect(sink.text).to.not.include(': ping')
    streams.time.turn(1)
    expect(sink.text.match(/: ping/g)).to.have.length(1)
    streams.pods.advance('150')
    streams.time.turn(15_000)
    expect([sink.text.match(/: ping/g)?.length, sink.events.at(-1)]).to.deep.equal([2, 'heartbeat'])
    expect(sink.lastId).to.match(/\.96$/)
    expect(sink.blocks.at(-1)?.data).to.equal('{"timestamp":"2026-11-27T12:00:00Z"}')
  })

  it('wait for what is not there yet, and tell the rest meanwhile', async () => {
    streams.pods.clear()
    const sink = await streams.open({ kinds: ['pods', 'deployments'] })
    await until(sink, last('ADDED deployment web'))
    streams.deployments.apply(streams.followed.entry(deployments, 'new', 101), false)
    await until(sink, last('ADDED deployment new'))
    replace(streams.pods, [streams.pod('a', 90)], '120')
    await until(sink, last('synced deployments,pods'))
    expect(sink.events.slice(-2)).to.deep.equal(['ADDED pod a', 'synced deployments,pods'])
  })

  it('stop for a kind that is denied while they run; the others go on, and who comes later is refused', async () => {
    const sink = await streams.synced({ kinds: ['pods', 'deployments'] })
    streams.followed.denied.set('pods', new ForbiddenByClusterError('pods is forbidden: no', [], ''))
    streams.time.turn(1000)
    await until(sink, last('forbidden pods'))
    expect(JSON.parse(sink.blocks.at(-1)?.data ?? '')).to.deep.equal({
      kind: 'pods',
      error: 'pods is forbidden: no',
      code: 'FORBIDDEN',
      statusCode: 403,
    })
    streams.pods.apply(streams.pod('secret', 130), false)
    streams.deployments.apply(streams.followed.entry(deployments, 'new', 131), false)
    await until(sink, last('ADDED deployment new'))
    expect(sink.text).to.not.include('secret')
    const some = await streams.synced({ kinds: ['pods', 'deployments'] })
    expect(some.events.slice(0, 2)).to.deep.equal(['connected deployments,pods', 'forbidden pods'])
    expect(some.events.at(-1)).to.equal('synced deployments')
    const refused: unknown = await streams.open({ kinds: ['pods'] }).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(ForbiddenByClusterError)
    streams.followed.denied.clear()
    const again = await streams.synced({ kinds: ['pods', 'deployments'] })
    expect(again.events).to.include('ADDED pod secret')
    streams.pods.apply(streams.pod('later', 132), false)
    await until(again, last('ADDED pod later'))
    expect(sink.events, 'a kind that stopped stays so').to.not.include('ADDED pod later')
  })

  it('say goodbye: when a context is taken away, and when the process ends', async () => {
    const sink = await streams.synced()
    streams.hub.leave(new FakeWatchableCluster('another'))
    expect(sink.ended).to.equal(undefined)
    streams.hub.leave(streams.followed)
    expect([sink.events.at(-1), sink.blocks.at(-1)?.data, sink.ended]).to.deep.equal([
      'bye',
      '{"reason":"the context was removed or replaced"}',
      'end',
    ])
    const late = await streams.open()
    expect([late.events, late.ended], 'who was let in a moment before').to.deep.equal([['bye'], 'end'])
    streams = new Streams()
    streams.fill()
    const other = await streams.synced()
    streams.hub.close()
    expect([other.events.at(-1), other.ended]).to.deep.equal(['bye', 'end'])
    const refused: unknown = await streams.open().catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(UnavailableError)
  })

  it('leave nothing running when nobody listens any more', async () => {
    const sink = await streams.synced()
    sink.destroy()
    expect(streams.pods.observed, 'kept for those who come back').to.equal(true)
    streams.time.turn(5 * 60_000)
    await eventually('the store to be left alone', () => !streams.pods.observed)
    streams.time.turn(60_000)
    expect(streams.time.due).to.deep.equal([])
  })
})
