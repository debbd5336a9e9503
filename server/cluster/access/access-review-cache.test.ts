import { expect } from 'chai'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { ClusterError, ForbiddenByClusterError } from '../../core/errors.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { AccessReviewCache, type AccessQuery } from './access-review-cache.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { Reachability, type Readiness } from '../contexts/reachability.ts'

describe('the access gate', () => {
  let time: ManualClock
  let readiness: Readiness
  let answer: boolean | Error
  let reviews: number
  let gate: AccessReviewCache
  let ledger: MemoryLedger
  const asked: AccessQuery = { verb: 'list', kind: pods, namespace: 'shop' }
  const away = new ClusterError('the cluster was not probed', 'connect ECONNREFUSED')
  const check = async () => {
    const { allowed, stale } = await gate.check(asked)
    return `${allowed ? 'allowed' : 'denied'}${stale ? ' stale' : ''}`
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  beforeEach(() => {
    time = new ManualClock()
    readiness = 'ready'
    answer = true
    reviews = 0
    const review = async () => {
      reviews++
      if (answer instanceof Error) throw answer
      return answer
    }
    ledger = new MemoryLedger(1e6)
    const reachability = new Reachability(async () => readiness, time)
    gate = new AccessReviewCache(review, { reachability, time, ledger })
  })

  it('asks once for all who ask at the same time, and per namespace', async () => {
    await Promise.all([check(), check(), check()])
    expect(reviews).to.equal(1)
    await gate.check({ ...asked, namespace: 'other' })
    await gate.check({ ...asked, verb: 'get' })
    expect(reviews).to.equal(3)
  })

  it('keeps an allow for 8 s, and renews it from 6 s on without anybody waiting [P21]', async () => {
    await check()
    time.turn(5999)
    expect([gate.check(asked), reviews]).to.deep.equal([{ allowed: true, stale: false }, 1])
    time.turn(1)
    expect([gate.check(asked), reviews]).to.deep.equal([{ allowed: true, stale: false }, 2])
    await settled()
    time.turn(5999)
    expect([await check(), reviews]).to.deep.equal(['allowed', 2])
  })

  it('sees a revoked right within 8 s, and a granted one within 5 s [F10, F11]', async () => {
    await check()
    answer = false
    time.turn(8000)
    expect(await check()).to.equal('denied')
    answer = true
    time.turn(4999)
    expect(await check()).to.equal('denied')
    time.turn(1)
    expect(await check()).to.equal('allowed')
  })

  it('holds the last allow for a minute while the API server is away, then says why not [F1]', async () => {
    await check()
    answer = away
    time.turn(8000)
    expect(await check()).to.equal('allowed stale')
    for (let seconds = 9; seconds < 60; seconds++) {
      time.turn(1000)
      expect(gate.check(asked), 'nobody waits').to.deep.equal({ allowed: true, stale: true })
      await settled()
    }
    time.turn(1000)
    expect(() => gate.check(asked)).to.throw(away.message)
    await settled()
    answer = true
    time.turn(1000)
    expect(() => gate.check(asked)).to.throw(away.message)
    await settled()
    expect(await check()).to.equal('allowed')
  })

  it('says at once what is known, and asks an API server that is away once a second [F1]', async () => {
    expect([gate.peek(asked), reviews]).to.deep.equal([undefined, 0])
    await check()
    answer = away
    time.turn(6000)
    for (let reads = 0; reads < 100; reads++) {
      expect(gate.peek(asked)).to.deep.equal({ allowed: true, stale: false })
      await settled()
      time.turn(10)
    }
    expect(reviews).to.equal(2)
    time.turn(1000)
    for (let reads = 0; reads < 100; reads++) {
      expect(gate.peek(asked)).to.deep.equal({ allowed: true, stale: true })
      await settled()
      time.turn(10)
    }
    expect(reviews).to.equal(3)
    time.turn(51_000)
    expect(gate.peek(asked), 'for a minute').to.equal(undefined)
  })

  it('never opens what was denied [F4]', async () => {
    answer = false
    await check()
    answer = away
    time.turn(5000)
    expect(await check()).to.equal('denied stale')
    time.turn(600_000)
    expect(await check()).to.equal('denied stale')
  })

  it('rejects where it was never told and cannot ask', async () => {
    answer = away
    const error: unknown = await check().catch((reason: unknown) => reason)
    expect(error).to.equal(away)
  })

  it('takes denials for an outage until the API server is ready again [F1]', async () => {
    await check()
    answer = away
    time.turn(8000)
    await check()
    answer = false
    readiness = 'not_ready'
    time.turn(1000)
    await check()
    await settled()
    expect(await check()).to.equal('allowed stale')
    readiness = 'ready'
    time.turn(1000)
    await check()
    await settled()
    expect(await check()).to.equal('denied')
  })

  it('leaves it to the live call where it may not even ask', async () => {
    answer = new ForbiddenByClusterError('no', [], '')
    expect(await check()).to.equal('denied')
  })

  it('drops decisions that nobody used for two minutes, and gives their memory back', async () => {
    for (let n = 0; n < 100; n++) await gate.check({ ...asked, name: `pod-${n}` })
    const used = ledger.used
    expect(used).to.be.greaterThan(100 * 512)
    time.turn(119_000)
    await check()
    expect(ledger.used).to.be.greaterThan(used)
    time.turn(1000)
    await gate.check({ ...asked, namespace: 'other' })
    expect(ledger.used, 'the last two').to.be.lessThan(2 * 1024)
    gate.close()
    expect(ledger.used).to.equal(0)
  })
})
