import { expect } from 'chai'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { Slices, Turns } from './turns.ts'

const SLICE_MS = 30

/** Keeps the event loop for so many milliseconds, as work does. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('a slice of work', () => {
  it('is over when it has taken its time, and begins anew with the next turn', async () => {
    const slices = new Slices(new Turns(), SLICE_MS)
    expect(slices.due).to.equal(false)
    work(SLICE_MS)
    expect(slices.due).to.equal(true)
    await slices.turn()
    expect(slices.due).to.equal(false)
  })

  it('goes on for as long as nobody else has had the event loop, whatever time lies between', () => {
    const slices = new Slices(new Turns(), SLICE_MS)
    work(SLICE_MS)
    expect(slices.due).to.equal(true)
    slices.goOn()
    expect(slices.due, 'at once').to.equal(true)
    work(SLICE_MS)
    slices.goOn()
    expect(slices.due, 'later in the same round').to.equal(true)
  })

  it('begins anew in another round of the event loop', async () => {
    const slices = new Slices(new Turns(), SLICE_MS)
    work(SLICE_MS)
    await nextRound()
    await nextRound()
    slices.goOn()
    expect(slices.due).to.equal(false)
  })
})

describe('turns of the event loop', () => {
  it('are taken by one after the other, in the order in which they asked', async () => {
    const turns = new Turns()
    const taken: string[] = []
    const others = setImmediate(() => taken.push('others'))
    await Promise.all(['a', 'b', 'c'].map(async (name) => turns.next().then(() => taken.push(name))))
    clearImmediate(others)
    expect(taken).to.deep.equal(['others', 'a', 'b', 'c'])
  })

  it('let in what has come, even where they are asked for while input is handled', async () => {
    const turns = new Turns()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay()
    const [socket] = (await once(server, 'connection')) as [Socket]
    const seen: string[] = []
    const turn = Promise.withResolvers<void>()
    socket.once('data', () => {
      socket.on('data', () => seen.push('input'))
      client.write('more')
      void turns.next().then(() => {
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
