import { expect } from 'chai'
import { MemoryLedger, type MemoryAccount } from '../core/memory-ledger.ts'
import { ReplayBuffer } from './replay-buffer.ts'
import type { ChangeBatch } from './object-change.ts'

describe('the ring of the last changes', () => {
  let account: MemoryAccount
  let ledger: MemoryLedger
  beforeEach(() => {
    ledger = new MemoryLedger(1e9)
    account = ledger.open('replay_buffers', () => false)
  })
  const seen = (size = 10) => ({ item: 'x'.repeat(size), labels: {} })
  const change = (version: number, size?: number): ChangeBatch => ({
    version: String(version),
    from: undefined,
    changes: [{ before: undefined, after: seen(size) }],
  })
  const versions = (found: readonly ChangeBatch[] | undefined) => found?.map(({ version }) => version)
  const filled = (...changes: ChangeBatch[]) => {
    const ring = new ReplayBuffer(account)
    ring.begin('98')
    for (const one of changes) ring.push(one)
    return ring
  }

  it('gives what came after a position, also after one that no change made', () => {
    const ring = filled(change(99), change(105), change(110))
    expect(versions(ring.after('98'))).to.deep.equal(['99', '105', '110'])
    expect(versions(ring.after('99'))).to.deep.equal(['105', '110'])
    expect(versions(ring.after('107'))).to.deep.equal(['110'])
    expect(versions(ring.after('110'))).to.deep.equal([])
    expect(versions(ring.after('500'))).to.deep.equal([])
  })

  it('gives nothing from before it began, or before there was anything', () => {
    expect(filled(change(99)).after('97')).to.equal(undefined)
    expect(new ReplayBuffer(account).after('5')).to.equal(undefined)
    const ring = filled(change(99))
    ring.begin('200')
    expect([ring.after('99'), versions(ring.after('200'))]).to.deep.equal([undefined, []])
    ring.begin(undefined)
    expect(ring.after('200')).to.equal(undefined)
  })

  it('knows that nobody can go on within what a list made of a span', () => {
    const list: ChangeBatch = { version: '120', from: '105', changes: [{ before: seen(), after: undefined }] }
    const ring = filled(change(105), list, change(121))
    expect(versions(ring.after('98'))).to.deep.equal(['105', '120', '121'])
    expect(versions(ring.after('105'))).to.deep.equal(['120', '121'])
    expect(ring.after('106')).to.equal(undefined)
    expect(ring.after('119')).to.equal(undefined)
    expect(versions(ring.after('120'))).to.deep.equal(['121'])
  })

  it('holds 4096 changes', () => {
    const ring = filled(...Array.from({ length: 10_000 }, (_, at) => change(100 + at)))
    expect(versions(ring.after('10099'))).to.deep.equal([])
    expect(ring.after('6003')?.length).to.equal(4096)
    expect(ring.after('6002')).to.equal(undefined)
  })

  it('holds 4 MiB', () => {
    const ring = filled(...Array.from({ length: 100 }, (_, at) => change(100 + at, 100_000)))
    expect(ring.after('158')?.length).to.equal(41)
    expect(ring.after('157')).to.equal(undefined)
  })

  it('holds less where there is less room', () => {
    const ring = new ReplayBuffer(account, () => 1000)
    ring.begin('98')
    for (let version = 99; version < 200; version++) ring.push(change(version))
    expect(ring.after('196')?.length).to.equal(3)
    expect(ring.after('195')).to.equal(undefined)
  })

  it('takes a change that is larger than all it may hold, and is empty then', () => {
    const ring = filled(change(99), change(100, 5_000_000))
    expect(ring.after('99')).to.equal(undefined)
    expect(versions(ring.after('100'))).to.deep.equal([])
  })

  it('accounts for its bytes in the memory ledger, and drops half of them on demand', () => {
    const ring = filled(...Array.from({ length: 100 }, (_, at) => change(100 + at, 10_000)))
    expect([ring.bytes, ledger.used]).to.deep.equal([ledger.used, 100 * (10_000 + 2 * 128)])
    ring.halve()
    expect([ledger.used, ring.after('149')?.length, ring.after('148')]).to.deep.equal([
      50 * (10_000 + 2 * 128),
      50,
      undefined,
    ])
    ring.begin('300')
    expect(ledger.used).to.equal(0)
  })
})
