import { expect } from 'chai'
import { MemoryLedger } from './memory-ledger.ts'
import { ExpiringCache } from './expiring-cache.ts'

describe('ExpiringCache', () => {
  let now: number
  let ledger: MemoryLedger
  let cache: ExpiringCache<{ n: number }>
  beforeEach(() => {
    now = 0
    ledger = new MemoryLedger(10_000)
    cache = new ExpiringCache({ max: 3, now: () => now, ledger, holder: 'tokens', weigh: ({ n }) => n })
  })

  it('returns an entry until it expires or is deleted', () => {
    cache.set('a', { n: 1 }, 10)
    cache.set('b', { n: 2 }, 10)
    now = 9
    expect(cache.get('a')).to.deep.equal({ n: 1 })
    cache.delete('b')
    expect(cache.get('b')).to.equal(undefined)
    now = 10
    expect(cache.get('a')).to.equal(undefined)
  })

  it('drops the least recently used entry over its limit', () => {
    for (const key of ['a', 'b', 'c']) cache.set(key, { n: 1 }, 10)
    cache.get('a')
    cache.set('d', { n: 1 }, 10)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).to.deep.equal([
      true,
      false,
      true,
      true,
    ])
  })

  it('frees the memory of expired entries while others are added', () => {
    cache.set('a', { n: 1 }, 10)
    cache.set('b', { n: 1 }, 60_000)
    now = 30_000
    cache.set('c', { n: 1 }, 60_000)
    expect(cache.size).to.equal(2)
    expect(cache.get('b')).to.deep.equal({ n: 1 })
  })

  it('accounts for its entries in the memory ledger, and makes room in it', () => {
    cache.set('a', { n: 1000 }, 10)
    const used = ledger.used
    expect(used).to.be.within(1000, 1500)
    cache.set('a', { n: 1000 }, 10)
    expect(ledger.used, 'the same entry again').to.equal(used)
    cache.set('b', { n: 9000 }, 10)
    expect([cache.get('a'), cache.get('b')], 'over the limit').to.deep.equal([undefined, { n: 9000 }])
    cache.delete('b')
    expect(ledger.used).to.equal(0)
  })
})
