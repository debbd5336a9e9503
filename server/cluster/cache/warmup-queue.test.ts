import { expect } from 'chai'
import { setImmediate } from 'node:timers/promises'
import { ManualClock } from '../../testing/manual-time.ts'
import { type FillingCache, WarmupQueue, CacheReadySignal } from './warmup-queue.ts'

describe('reads of what is being filled', () => {
  const never = new AbortController().signal

  /** Creates a warm-up queue for a store; `read` queues a read that lasts until the test ends it. */
  function laneOf(store: FillingCache) {
    const time = new ManualClock()
    const lane = new WarmupQueue(time, store)
    const pass = async (milliseconds: number) => {
      await setImmediate()
      time.turn(milliseconds)
      await setImmediate()
    }
    const begun: string[] = []
    const read = (name: string, signal = never) => {
      const ends = Promise.withResolvers<string>()
      const outcome = lane
        .run(signal, () => {
          begun.push(name)
          return ends.promise
        })
        .catch((error: unknown) => error)
      return { end: () => ends.resolve(name), outcome }
    }
    return { pass, begun, read }
  }

  it('go one at a time, with rests five times as long between them', async () => {
    const { pass, begun, read } = laneOf({ filling: true, store: { version: undefined } })
    const [one, two] = [read('one'), read('two')]
    await pass(20)
    expect(begun).to.deep.equal(['one'])
    one.end()
    expect(await one.outcome).to.equal('one')
    await pass(99)
    expect(begun).to.deep.equal(['one'])
    await pass(1)
    expect(begun).to.deep.equal(['one', 'two'])
    two.end()
    expect(await two.outcome).to.equal('two')
  })

  it('rest two seconds at most', async () => {
    const { pass, begun, read } = laneOf({ filling: true, store: { version: undefined } })
    const one = read('one')
    await pass(10_000)
    one.end()
    await one.outcome
    read('two')
    await pass(1999)
    expect(begun).to.deep.equal(['one'])
    await pass(1)
    expect(begun).to.deep.equal(['one', 'two'])
  })

  it('read the store if it is complete by their turn', async () => {
    const store = { filling: true, store: { version: undefined } }
    const { pass, begun, read } = laneOf(store)
    read('one')
    const others = [read('two'), read('three')]
    await pass(0)
    Object.assign(store, { filling: false, store: { version: '7' } })
    await pass(500)
    for (const { outcome } of others) expect(await outcome).to.be.instanceOf(CacheReadySignal)
    expect(begun).to.deep.equal(['one'])
  })

  it('go all at once where the filling got stuck', async () => {
    const store = { filling: true, store: { version: undefined } }
    const { pass, begun, read } = laneOf(store)
    read('one')
    read('two')
    read('three')
    Object.assign(store, { filling: false })
    await pass(500)
    expect(begun).to.deep.equal(['one', 'two', 'three'])
    read('four')
    await pass(0)
    expect(begun).to.deep.equal(['one', 'two', 'three', 'four'])
  })

  it('give their turn on when nobody waits for them any more', async () => {
    const { pass, begun, read } = laneOf({ filling: true, store: { version: undefined } })
    const one = read('one')
    const left = new AbortController()
    const two = read('two', left.signal)
    read('three')
    left.abort(new Error('left'))
    one.end()
    await one.outcome
    await pass(0)
    expect(String(await two.outcome)).to.equal('Error: left')
    expect(begun).to.deep.equal(['one', 'three'])
  })
})
