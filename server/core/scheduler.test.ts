import { expect } from 'chai'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { TimeSlice, Scheduler } from './scheduler.ts'

const SLICE_MS = 30

/** Blocks the event loop for this many milliseconds. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('a slice of work', () => {
  it('ends after its time, and begins again with the next turn', async () => {
    const slices = new TimeSlice(new Scheduler(), SLICE_MS)
    expect(slices.expired).to.equal(false)
    work(SLICE_MS)
    expect(slices.expired).to.equal(true)
    await slices.yield()
    expect(slices.expired).to.equal(false)
  })

  it('goes on for as long as nobody else has had the event loop, whatever time lies between', () => {
    const slices = new TimeSlice(new Scheduler(), SLICE_MS)
    work(SLICE_MS)
    expect(slices.expired).to.equal(true)
    slices.yieldIfExpired()
    expect(slices.expired, 'at once').to.equal(true)
    work(SLICE_MS)
    slices.yieldIfExpired()
    expect(slices.expired, 'later in the same round').to.equal(true)
  })

  it('begins anew in another round of the event loop', async () => {
    const slices = new TimeSlice(new Scheduler(), SLICE_MS)
    work(SLICE_MS)
    await nextRound()
    await nextRound()
    slices.yieldIfExpired()
    expect(slices.expired).to.equal(false)
  })
})

describe('turns of the event loop', () => {
  it('gives turns in the order of requests', async () => {
    const turns = new Scheduler()
    const taken: string[] = []
    const others = setImmediate(() => taken.push('others'))
    await Promise.all(['a', 'b', 'c'].map(async (name) => turns.yield().then(() => taken.push(name))))
    clearImmediate(others)
    expect(taken).to.deep.equal(['others', 'a', 'b', 'c'])
  })

  /** Returns the order of input and of steps that take 2 ms each, after a turn of the loop of this many milliseconds. */
  async function orderAfter(turnMs: number, names: readonly string[]): Promise<readonly string[]> {
    let now = 0
    const turns = new Scheduler(() => now)
    const order: string[] = []
    const steps = names.map(async (name, index) => {
      await turns.yield()
      order.push(name)
      now += 2
      if (index === 0) setImmediate(() => order.push('input'))
    })
    setImmediate(() => (now = turnMs))
    await Promise.all(steps)
    return order
  }

  it('takes the steps that begin within a fifth of a long turn, and lets input in before the others', async () => {
    expect(await orderAfter(15, ['a', 'b', 'c'])).to.deep.equal(['a', 'b', 'input', 'c'])
  })

  it('keeps input waiting for no more than 5 ms, however long a turn was', async () => {
    expect(await orderAfter(1000, ['a', 'b', 'c', 'd'])).to.deep.equal(['a', 'b', 'c', 'input', 'd'])
  })

  it('let in what has come, even where they are asked for while input is handled', async () => {
    const turns = new Scheduler()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay()
    const [socket] = (await once(server, 'connection')) as [Socket]
    const seen: string[] = []
    const turn = Promise.withResolvers<void>()
    socket.once('data', () => {
      socket.on('data', () => seen.push('input'))
      client.write('more')
      void turns.yield().then(() => {
        seen.push('turn')
        turn.resolve()
      })
    })
    client.write('first')
    await turn.promise
    client.destroy()
    socket.destroy()
    server.close()
    expect(seen).to.deep.equal(['input', 'turn'])
  })
})
