import { expect } from 'chai'
import { ledgerLimit, MemoryLedger, type MemoryAccount, type MemoryHolder } from './memory-ledger.ts'

describe('MemoryLedger', () => {
  /** A cache of entries by size, the oldest first. */
  class Entries {
    readonly sizes: number[] = []
    readonly account: MemoryAccount

    constructor(ledger: MemoryLedger, holder: MemoryHolder = 'lists') {
      this.account = ledger.open(holder, () => {
        const oldest = this.sizes.shift()
        if (oldest !== undefined) this.account.remove(oldest)
        return oldest !== undefined
      })
    }

    put(size: number): void {
      this.sizes.push(size)
      this.account.add(size)
    }
  }

  it('evicts from the cache that uses the most, until all fit', () => {
    const ledger = new MemoryLedger(100)
    const [small, large] = [new Entries(ledger), new Entries(ledger)]
    small.put(30)
    large.put(40)
    large.put(30)
    expect([ledger.used, small.sizes, large.sizes]).to.deep.equal([100, [30], [40, 30]])
    small.put(20)
    expect([ledger.used, small.sizes, large.sizes]).to.deep.equal([80, [30, 20], [30]])
  })

  it('evicts an entry that alone exceeds the ledger, after everything else', () => {
    const ledger = new MemoryLedger(100)
    const [one, other] = [new Entries(ledger), new Entries(ledger)]
    one.put(50)
    other.put(200)
    expect(other.sizes).to.deep.equal([])
    expect([ledger.used, one.sizes]).to.deep.equal([50, [50]])
  })

  it('gets everything back from a cache that is closed', () => {
    const ledger = new MemoryLedger(100)
    const [kept, gone] = [new Entries(ledger), new Entries(ledger)]
    gone.put(90)
    gone.account.close()
    kept.put(100)
    expect([ledger.used, kept.sizes]).to.deep.equal([100, [100]])
  })

  it('counts nothing that is added to or removed from a cache after it was closed', () => {
    const ledger = new MemoryLedger(100)
    const [kept, gone] = [new Entries(ledger), new Entries(ledger)]
    kept.put(20)
    gone.put(30)
    gone.account.close()
    gone.put(40)
    gone.account.remove(30)
    gone.account.close()
    expect([ledger.used, ledger.byHolder().get('lists')]).to.deep.equal([20, 20])
  })

  it('evicts from caches for bytes that cannot be evicted', () => {
    const ledger = new MemoryLedger(100)
    const cache = new Entries(ledger)
    const inFlight = ledger.open('in_flight', () => false)
    cache.put(40)
    cache.put(40)
    inFlight.add(90)
    expect([ledger.used, cache.sizes]).to.deep.equal([90, []])
    inFlight.remove(90)
    expect(ledger.used).to.equal(0)
  })

  it('sums the bytes of each holder over its accounts', () => {
    const ledger = new MemoryLedger(100)
    new Entries(ledger, 'lists').put(10)
    new Entries(ledger, 'lists').put(20)
    new Entries(ledger, 'snapshots').put(5)
    expect([...ledger.byHolder()]).to.deep.equal([
      ['lists', 30],
      ['snapshots', 5],
    ])
  })
})

describe('ledgerLimit', () => {
  const MIB = 1024 ** 2

  it('returns a quarter of the memory limit of the container', () => {
    expect(ledgerLimit(384 * MIB, 16_384 * MIB)).to.equal(96 * MIB)
  })

  it('returns a quarter of the memory of a machine without a limit, at most 128 MiB', () => {
    const none = 2 ** 63
    expect([ledgerLimit(0, 256 * MIB), ledgerLimit(none, 16_384 * MIB)]).to.deep.equal([64 * MIB, 128 * MIB])
  })

  it('returns at least 8 MiB', () => {
    expect(ledgerLimit(16 * MIB, 16_384 * MIB)).to.equal(8 * MIB)
  })
})
