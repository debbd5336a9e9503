import { expect } from 'chai'
import { pods } from '../kinds/pods/kind.ts'
import { FakeSseWriter } from '../testing/fake-sink.ts'
import { Streams, until } from '../testing/streams.ts'
import { replace } from '../testing/build-cached-object.ts'
import { streamKinds } from './stream-kinds.ts'

describe('streams that go on', () => {
  let streams: Streams
  const last = (name: string) => (events: string[]) => events.at(-1) === name
  const kinds = ['pods', 'deployments']

  beforeEach(() => {
    streams = new Streams()
    streams.fill()
  })
  afterEach(() => streams.hub.close())

  /** Opens a stream, waits until it is synced, disconnects, and returns the last event id. */
  async function left(): Promise<string> {
    const sink = await streams.synced({ kinds })
    sink.destroy()
    return sink.lastId
  }

  it('tell what was missed and no more, then synced', async () => {
    const lastEventId = await left()
    streams.pods.apply(streams.pod('c', 101), false)
    streams.pods.apply(streams.pod('a', 102), true)
    const sink = await streams.synced({ kinds, lastEventId })
    expect(sink.events).to.deep.equal([
      'connected deployments,pods',
      'ADDED pod c',
      'DELETED pod a',
      'synced deployments,pods',
    ])
    sink.destroy()
    streams.pods.advance('200')
    const quiet = await streams.synced({ kinds, lastEventId: sink.lastId })
    expect(quiet.events).to.deep.equal(['connected deployments,pods', 'synced deployments,pods'])
  })

  it('go on in 30 kinds and 40 namespaces, with one event that was missed', async () => {
    const row = streamKinds.find(({ plural }) => plural === 'pods')
    if (row === undefined) throw new Error('no Pods')
    const { followed } = streams
    const wide = Array.from({ length: 30 }, (_, at) => {
      const plural = `pods${at}`
      return { ...row, plural, event: `pod${at}`, kind: { ...pods, plural } }
    })
    for (let at = 0; at < 40; at++) followed.grants.namespaces.push(`team-${at}`)
    const stores = wide.flatMap(({ kind }, at) =>
      followed.grants.namespaces.map((namespace, of) => {
        const store = followed.store(kind, namespace)
        replace(store, [], String(1_000_000_000 + at * 7919 + of * 104_729))
        return store
      }),
    )
    const query = { rows: wide, namespace: undefined, labelSelector: undefined, snapshot: true }
    const open = async (lastEventId?: string): Promise<FakeSseWriter> => {
      const sink = new FakeSseWriter()
      const stream = await streams.hub.open({ followed, rights: undefined }, query, lastEventId, sink.signal)
      stream.start(sink, sink.signal)
      await until(sink, (events) => events.at(-1)?.startsWith('synced') === true)
      return sink
    }
    const sink = await open()
    sink.destroy()
    expect(sink.lastId.length).to.be.within(2048, 8192)
    stores[700]?.apply(streams.pod('new', 2_000_000_000, { namespace: 'team-20' }), false)
    for (const store of stores) store.advance('2000000001')
    const again = await open(sink.lastId)
    expect(again.events.map((event) => event.split(' ')[0])).to.deep.equal(['connected', 'ADDED', 'synced'])
  })

  it('go on after any one event, wherever the connection broke', async () => {
    const sink = await streams.synced({ kinds })
    for (let version = 101; version < 121; version++)
      streams.pods.apply(streams.pod(`p${version % 3}`, version), version % 4 === 0)
    await until(sink, last('DELETED pod p0'))
    const all = sink.blocks.filter(({ event }) => event === 'pod').slice(2)
    for (const [at, { id = '' }] of all.entries()) {
      const again = await streams.synced({ kinds, lastEventId: id })
      const told = again.blocks.filter(({ event }) => event === 'pod')
      expect(told.map(({ data }) => data)).to.deep.equal(all.slice(at + 1).map(({ data }) => data))
      again.destroy()
    }
  })

  it('begin anew, and say why, where the id is too old, of another stream, or of half a snapshot', async () => {
    const lastEventId = await left()
    for (let version = 101; version < 4300; version++)
      streams.pods.apply(streams.pod('a', version, { labels: { version: `v${version}` } }), false)
    const old = await streams.synced({ kinds, lastEventId })
    expect(old.events.slice(0, 4)).to.deep.equal([
      'connected deployments,pods',
      'resync pods',
      'ADDED pod a',
      'ADDED pod b',
    ])
    expect(old.events).to.have.length(5)
    const foreign = await streams.synced({ kinds: ['pods'], lastEventId, snapshot: false })
    expect(foreign.events[1]).to.equal('resync pods')
    const half = old.blocks.find(({ event }) => event === 'pod')?.id ?? ''
    const again = await streams.synced({ kinds, lastEventId: half })
    expect(again.events.slice(1, 3)).to.deep.equal(['resync deployments,pods', 'ADDED deployment web'])
    expect([...streams.counts.keys()].filter((key) => key.startsWith('resync'))).to.deep.equal([
      'resync old',
      'resync foreign',
      'resync unfinished',
    ])
  })

  it('wait for what another replica has told already, and begin anew where it does not come', async () => {
    const lastEventId = (await left()).replace(/\.64$/, '.6e')
    const sink = await streams.open({ kinds, lastEventId })
    streams.pods.apply(streams.pod('known', 105), false)
    streams.pods.apply(streams.pod('c', 110), false)
    streams.pods.apply(streams.pod('d', 111), false)
    await until(sink, () => {
      streams.time.turn(10)
      return sink.events.at(-1)?.startsWith('synced') === true
    })
    expect(sink.events).to.deep.equal([
      'connected deployments,pods',
      'ADDED pod d',
      'synced deployments,pods',
    ])
    const ahead = await streams.open({ kinds, lastEventId: lastEventId.replace(/\.6e$/, '.ffff') })
    await until(ahead, (events) => {
      streams.time.turn(10)
      return events.at(-1)?.startsWith('synced') === true
    })
    expect(ahead.events[1]).to.equal('resync pods')
  })

  it('tell what a new list found gone, and let nobody go on within the span it covers [F3]', async () => {
    const sink = await streams.synced({ kinds })
    replace(streams.pods, [streams.pod('b', 60), streams.pod('c', 150), streams.pod('d', 160)], '200')
    await until(sink, last('ADDED pod d'))
    expect(sink.events.slice(-3)).to.deep.equal(['DELETED pod a', 'ADDED pod c', 'ADDED pod d'])
    const [, , gone, half, whole] = sink.blocks
      .filter(({ event }) => event === 'pod')
      .map(({ id = '' }) => id)
    for (const torn of [gone, half]) {
      const again = await streams.synced({ kinds, lastEventId: torn ?? '' })
      expect(again.events[1]).to.equal('resync pods')
    }
    const next = await streams.synced({ kinds, lastEventId: whole ?? '' })
    expect(next.events).to.have.length(2)
    const within = (whole ?? '').replace(/\.c8$/, '.a0')
    const other = await streams.synced({ kinds, lastEventId: within })
    expect(other.events[1]).to.equal('resync pods')
  })

  it('tell the deletion of an object whose name was taken again meanwhile', async () => {
    const sink = await streams.synced()
    replace(streams.pods, [streams.pod('a', 150, { uid: 'other' }), streams.pod('b', 60)], '200')
    await until(sink, last('ADDED pod a'))
    expect(sink.events.at(-2)).to.equal('DELETED pod a')
  })

  it('begin a kind anew where its watch has lost everything, or a list changes too much at once', async () => {
    const sink = await streams.synced({ kinds })
    streams.pods.clear()
    streams.time.turn(1000)
    replace(streams.pods, [streams.pod('z', 300)], '301')
    await until(sink, (events) => {
      streams.time.turn(100)
      return events.at(-1) === 'synced pods'
    })
    expect(sink.events.slice(-3)).to.deep.equal(['resync pods', 'ADDED pod z', 'synced pods'])
    const many = Array.from({ length: 1500 }, (_, at) => streams.pod(`m${at}`, 400 + at))
    replace(streams.pods, many, '3000')
    await until(sink, last('synced pods'))
    await until(sink, (events) => events.length > 1500 && events.at(-1) === 'synced pods')
    expect(sink.events.filter((one) => one === 'resync pods')).to.have.length(2)
    streams.pods.apply(streams.pod('last', 3001), false)
    await until(sink, last('ADDED pod last'))
  })

  it('go on where a replica has only just started to watch', async () => {
    const lastEventId = await left()
    const other = new Streams()
    const sink = await other.open({ kinds, lastEventId })
    await new Promise((resolve) => setImmediate(resolve))
    expect(sink.events).to.deep.equal(['connected deployments,pods'])
    other.fill()
    await until(sink, last('synced deployments,pods'))
    expect(sink.events).to.have.length(2)
    other.pods.apply(other.pod('c', 101), false)
    await until(sink, last('ADDED pod c'))
    other.hub.close()
  })
})
