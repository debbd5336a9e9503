import { expect } from 'chai'
import { SharedReads } from './shared-reads.ts'

const { signal } = new AbortController()

describe('shared reads', () => {
  let begun: {
    key: string
    signal: AbortSignal
    end: (value: number) => void
    fail: (error: Error) => void
  }[]
  let reads: SharedReads<string, number>

  beforeEach(() => {
    begun = []
    reads = new SharedReads(async (key, reading) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      begun.push({ key, signal: reading, end: resolve, fail: reject })
      return promise
    })
  })

  /** Lets everything run that waits for no read. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  it('shares a read among requests that came before it was sent', async () => {
    const answers = [reads.read('a', signal), reads.read('a', signal), reads.read('a', signal)]
    await settle()
    expect(begun).to.have.length(1)
    begun[0]?.end(1)
    expect(await Promise.all(answers)).to.deep.equal([1, 1, 1])
  })

  it('begins another read for later requests, after the running one and once for all of them', async () => {
    const first = reads.read('a', signal)
    await settle()
    const later = [reads.read('a', signal), reads.read('a', signal)]
    await settle()
    expect(begun, 'one at a time').to.have.length(1)
    begun[0]?.end(1)
    await settle()
    const latest = reads.read('a', signal)
    await settle()
    expect(begun).to.have.length(2)
    begun[1]?.end(2)
    await settle()
    begun[2]?.end(3)
    expect(await Promise.all([first, ...later, latest])).to.deep.equal([1, 2, 2, 3])
  })

  it('reads different keys at the same time', async () => {
    const answers = [reads.read('a', signal), reads.read('b', signal)]
    await settle()
    expect(begun.map(({ key }) => key)).to.deep.equal(['a', 'b'])
    begun.forEach(({ end }, n) => end(n))
    expect(await Promise.all(answers)).to.deep.equal([0, 1])
  })

  it('goes on after a read that failed', async () => {
    const first = reads.read('a', signal).catch((error: unknown) => error)
    await settle()
    const second = reads.read('a', signal)
    begun[0]?.fail(new Error('unreachable'))
    expect(await first).to.have.property('message', 'unreachable')
    await settle()
    begun[1]?.end(2)
    expect(await second).to.equal(2)
  })

  it('aborts a read that no request waits for any more, and begins none for them', async () => {
    const left = new AbortController()
    const running = reads.read('a', left.signal).catch((error: unknown) => error)
    await settle()
    const waiting = reads.read('a', left.signal).catch((error: unknown) => error)
    const other = reads.read('a', signal)
    left.abort(new Error('the client disconnected'))
    expect(await running).to.have.property('message', 'the client disconnected')
    expect(await waiting).to.have.property('message', 'the client disconnected')
    expect(begun[0]?.signal.aborted).to.equal(true)
    begun[0]?.fail(new Error('aborted'))
    await settle()
    expect(begun).to.have.length(2)
    begun[1]?.end(2)
    expect(await other).to.equal(2)
  })
})
