import { expect } from 'chai'
import { MemoryLedger } from '../../../core/memory-ledger.ts'
import { HostCache } from './host-cache.ts'

const MIB = 1024 * 1024
const response = (bytes: number) => ({ status: 200, headers: {}, body: Buffer.alloc(bytes) })

describe('HostCache', () => {
  it('accounts for its entries, also for those that are replaced', () => {
    const ledger = new MemoryLedger(256 * MIB)
    const cache = new HostCache(ledger)
    cache.set('a', response(1000))
    cache.set('a', response(2000))
    expect(ledger.used).to.equal(1024 + 1 + 2000)
    cache.close()
    expect(ledger.used).to.equal(0)
  })

  it('keeps at most 64 MiB, and nothing that is larger than a quarter of it', () => {
    const ledger = new MemoryLedger(256 * MIB)
    const cache = new HostCache(ledger)
    cache.set('large', response(16 * MIB))
    expect(cache.get('large')).to.equal(undefined)
    for (let number = 0; number < 10; number++) cache.set(String(number), response(15 * MIB))
    expect(ledger.used).to.be.lessThan(64 * MIB)
    expect(cache.get('0')).to.equal(undefined)
    expect(cache.get('9')?.body).to.have.length(15 * MIB)
  })

  it('gives memory back when others need it', () => {
    const ledger = new MemoryLedger(MIB)
    const cache = new HostCache(ledger)
    cache.set('a', response(MIB / 2))
    cache.set('b', response(MIB / 2))
    expect(ledger.used).to.be.at.most(MIB)
    expect(cache.get('a')).to.equal(undefined)
  })
})
