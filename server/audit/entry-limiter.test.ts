import { expect } from 'chai'
import { ManualClock } from '../testing/manual-time.ts'
import type { Entry } from './audit-entry.ts'
import { EntryLimiter } from './entry-limiter.ts'

const WINDOW_MS = 60_000
const FOREIGN = 'cross-origin requests must not change resources'

describe('EntryLimiter', () => {
  let time: ManualClock
  let recorded: Entry[]
  let summed: number[]
  let hasRoom: boolean
  let limiter: EntryLimiter

  beforeEach(() => {
    time = new ManualClock()
    recorded = []
    summed = []
    hasRoom = true
    limiter = new EntryLimiter({
      time,
      clock: () => time.now(),
      record: (entry) => hasRoom && recorded.push(entry) > 0,
      summed: (count) => summed.push(count),
    })
  })

  const denial = (fields: Partial<Entry> = {}): Entry => ({
    event: 'denied',
    requestId: 'r',
    caller: null,
    address: '10.0.0.1',
    method: 'POST',
    route: 'unmatched',
    result: FOREIGN,
    ...fields,
  })
  const deny = (times: number, fields: Partial<Entry> = {}): void => {
    for (let n = 0; n < times; n++) limiter.add(denial(fields))
  }

  it('records one entry of an unknown address and reason, and a summary at the end of the window', () => {
    deny(1)
    time.turn(1000)
    deny(12_345)
    time.turn(WINDOW_MS - 1001)
    expect(recorded).to.deep.equal([denial()])
    time.turn(1)
    expect(recorded.slice(1)).to.deep.equal([
      {
        event: 'denied',
        requestId: null,
        caller: null,
        address: '10.0.0.1',
        result: FOREIGN,
        count: 12_345,
        since: '1970-01-01T00:00:01.000Z',
      },
    ])
    expect([summed, limiter.total]).to.deep.equal([[12_345], 12_345])
  })

  it('records 10,000 requests of 20 s as two entries', () => {
    for (let request = 0; request < 10_000; request++) {
      deny(1)
      time.turn(2)
    }
    time.turn(WINDOW_MS)
    expect(recorded.map(({ count }) => count)).to.deep.equal([undefined, 9_999])
  })

  it('records at most 49 entries a window, however many addresses and reasons there are', () => {
    for (let n = 0; n < 10_000; n++)
      deny(1, { address: `10.0.${n >> 8}.${n & 255}`, result: `reason ${n % 7}` })
    time.turn(WINDOW_MS)
    const [rest, ...others] = recorded.filter(({ count }) => count !== undefined)
    expect([recorded.length, others]).to.deep.equal([25, []])
    expect(rest).to.deep.include({
      count: 9_976,
      address: null,
      result: 'further addresses and reasons: for several reasons',
    })
    for (let round = 0; round < 2; round++)
      for (let n = 0; n < 10_000; n++) deny(1, { address: `10.0.${n >> 8}.${n & 255}` })
    time.turn(WINDOW_MS)
    expect(recorded.length).to.equal(25 + 49)
  })

  it('counts the addresses of an IPv6 subnet as one', () => {
    for (let n = 0; n < 100; n++) deny(1, { address: `2001:db8::${n}` })
    time.turn(WINDOW_MS)
    expect(recorded.map(({ address, count }) => [address, count])).to.deep.equal([
      ['2001:db8::0', undefined],
      ['2001:db8::/64', 99],
    ])
  })

  it('records 30 entries of an authenticated caller, whatever others do, and sums the rest', () => {
    const ada = { name: 'ada', via: 'token' } as const
    deny(5000, { caller: ada, result: 'a' })
    deny(5000, { caller: ada, result: 'b' })
    deny(5000)
    deny(2, { caller: { name: 'dan', via: 'token' } })
    expect(recorded.filter(({ caller }) => caller?.name === 'dan')).to.have.length(2)
    time.turn(WINDOW_MS)
    const ofAda = recorded.filter(({ caller }) => caller?.name === 'ada')
    expect(ofAda).to.have.length(31)
    expect(ofAda.at(-1)).to.deep.include({ caller: ada, count: 9970, result: 'for several reasons' })
  })

  it('records at most 801 entries a window of authenticated callers', () => {
    for (let round = 0; round < 5; round++)
      for (let n = 0; n < 1000; n++) deny(1, { caller: { name: `user ${n}`, via: 'token' } })
    time.turn(WINDOW_MS)
    expect(recorded.length).to.be.below(802)
    expect(recorded.at(-1)).to.deep.include({ caller: null, result: `further callers: ${FOREIGN}` })
    const entries = recorded.filter(({ count }) => count === undefined).length
    expect(entries + limiter.total).to.equal(5000)
  })

  it('counts an entry for which there is no room', () => {
    hasRoom = false
    deny(1)
    hasRoom = true
    time.turn(WINDOW_MS)
    expect(recorded.map(({ count }) => count)).to.deep.equal([1])
  })

  it('begins a window with its first entry, and has no timer without one', () => {
    expect(time.due).to.deep.equal([])
    time.turn(5 * WINDOW_MS + 7)
    deny(2)
    expect(time.due).to.deep.equal([WINDOW_MS])
    time.turn(WINDOW_MS)
    expect([recorded.length, time.due]).to.deep.equal([2, []])
    deny(1)
    expect(recorded.at(-1)).to.deep.equal(denial())
  })
})
