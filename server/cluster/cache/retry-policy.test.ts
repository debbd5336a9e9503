import { expect } from 'chai'
import { ClusterError } from '../../core/errors.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { Reachability, type Readiness } from '../contexts/reachability.ts'
import { MalformedLineError } from './line-splitter.ts'
import { EndlessListError } from '../client/list-pages.ts'
import { RelistRequested, StaleListError, RetryPolicy } from './retry-policy.ts'
import { ApiStatusError } from './list-watch.ts'
import { SilentWatchError } from './watchdog.ts'

describe('retry policy of a reflector', () => {
  let time: ManualClock
  let readiness: Readiness
  let reachability: Reachability
  let recovery: RetryPolicy
  const lasted = (milliseconds: number, version?: string) => ({
    version,
    startedAt: time.now() - milliseconds,
  })

  beforeEach(() => {
    time = new ManualClock()
    readiness = 'ready'
    reachability = new Reachability(async () => readiness, time)
    recovery = new RetryPolicy(time, reachability)
  })

  it('continues at once after a watch that ran out, and not after a very short one', async () => {
    expect(await recovery.after(undefined, lasted(5000, '7'))).to.deep.include({
      reason: 'ended',
      waitMs: 0,
      forget: false,
    })
    const waits = []
    for (let n = 0; n < 10; n++) waits.push((await recovery.after(undefined, lasted(10, '7'))).waitMs)
    expect(waits.slice(0, 4)).to.deep.equal([125, 250, 500, 1000])
    expect(waits.at(-1)).to.equal(15_000)
    expect((await recovery.after(undefined, lasted(5000, '7'))).waitMs).to.equal(0)
  })

  it('lists anew at once where what is held is mistrusted', async () => {
    recovery.mistrust()
    const next = await recovery.after(new RelistRequested(), lasted(10, '7'))
    expect(next).to.deep.include({ reason: 'mistrusted', waitMs: 0, forget: false, forbidden: false })
    expect(recovery.listAgain).to.equal(true)
    recovery.listed()
    expect(recovery.listAgain).to.equal(false)
  })

  it('lists again after 410, however it is told [F3]', async () => {
    for (const gone of [
      new ApiStatusError(410, ''),
      new ApiStatusError(500, 'Expired'),
      new ApiStatusError(400, 'Gone'),
    ]) {
      recovery.listed()
      expect((await recovery.after(gone, lasted(5000, '7'))).reason).to.equal('expired')
      expect(recovery.listAgain).to.equal(true)
    }
  })

  it('waits at least as long as it is asked to [F7]', async () => {
    const next = await recovery.after(new ApiStatusError(429, 'TooManyRequests', 5000), lasted(10, '7'))
    expect([next.reason, next.waitMs]).to.deep.equal(['refused_429', 5125])
    expect(recovery.streams).to.equal(true)
  })

  it('waits little longer than it is asked to, however often it was refused [F7]', async () => {
    const waits = []
    for (const code of [429, 504, 429, 503, 504, 429, 429, 504]) {
      const refused = new ApiStatusError(code, '', 1000)
      waits.push((await recovery.after(refused, lasted(10, '7'))).waitMs)
    }
    expect(waits).to.deep.equal([1125, 1250, 1500, 2000, 2000, 2000, 2000, 2000])
  })

  it('heeds a Retry-After of a minute at most, and none that is negative [F7]', async () => {
    for (const [retryAfterMs, least, most] of [
      [1e15, 60_000, 60_250],
      [Infinity, 60_000, 60_250],
      [-1e9, 0, 250],
    ] as const) {
      const policy = new RetryPolicy(time, reachability)
      const { waitMs } = await policy.after(new ApiStatusError(429, '', retryAfterMs), lasted(10, '7'))
      expect(waitMs).to.be.within(least, most)
    }
  })

  it('treats a list without end as malformed, not as an outage', async () => {
    const next = await recovery.after(new EndlessListError('more pages'), lasted(10))
    expect(next).to.include({ reason: 'malformed' })
  })

  it('asks again when an API server whose etcd is away says it is ready [F4]', async () => {
    readiness = 'not_ready'
    let woken = false
    for (let n = 0; n < 8; n++) {
      const next = await recovery.after(new ApiStatusError(500, ''), lasted(10))
      expect(next.reason).to.equal('refused_500')
      void next.resume.then(() => (woken = true))
    }
    expect(recovery.streams, 'it was not the stream that was refused').to.equal(true)
    readiness = 'ready'
    time.turn(1000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(woken).to.equal(true)
    expect((await recovery.after(new ApiStatusError(500, ''), lasted(10, '7'))).waitMs).to.equal(125)
  })

  it('waits on its own for an API server that refuses, and says it is ready or will not say [F4]', async () => {
    for (const said of ['ready', 'untold'] as const) {
      readiness = said
      expect((await recovery.after(new ApiStatusError(500, ''), lasted(10, '7'))).reason).to.equal(
        'refused_500',
      )
      expect(time.due).to.deep.equal([])
    }
  })

  it('remembers for ten minutes that it must list by pages [F25]', async () => {
    const start = lasted(10)
    expect(await recovery.after(new ApiStatusError(422, 'Invalid'), start)).to.deep.include({
      reason: 'no_stream',
      waitMs: 0,
    })
    expect(recovery.streams).to.equal(false)
    time.turn(10 * 60_000)
    expect(recovery.streams).to.equal(true)
    for (const cut of [new Error('reset'), new SilentWatchError()]) {
      expect(recovery.streams).to.equal(true)
      recovery.streamStarted()
      await recovery.after(cut, start)
    }
    expect(recovery.streams).to.equal(false)
  })

  it('takes the version for the cause at the third bad line there [F20]', async () => {
    for (const expected of [false, false, true]) {
      expect((await recovery.after(new MalformedLineError(), lasted(5000, '7'))).reason).to.equal('malformed')
      expect(recovery.listAgain).to.equal(expected)
    }
    recovery.listed()
    await recovery.after(new MalformedLineError(), lasted(5000, '7'))
    await recovery.after(new MalformedLineError(), lasted(5000, '8'))
    await recovery.after(new MalformedLineError(), lasted(5000, '9'))
    expect(recovery.listAgain).to.equal(false)
  })

  it('asks again within 30 s where it is forbidden, and shows nothing meanwhile', async () => {
    const next = await recovery.after(new ApiStatusError(403, 'Forbidden'), lasted(5000, '7'))
    expect(next).to.deep.include({ reason: 'forbidden', waitMs: 25_000, forbidden: true, forget: true })
  })

  it('doubts a 403 soon after an outage, until one to a call sent after the API server was ready [F1]', async () => {
    const next = await recovery.after(new ClusterError('gone', 'connect ECONNREFUSED'), lasted(10, '7'))
    expect(next.reason).to.equal('unreachable')
    const doubted = async () => (await recovery.after(new ApiStatusError(403, ''), lasted(10, '7'))).reason
    readiness = 'not_ready'
    expect(await doubted()).to.equal('starting')
    readiness = 'ready'
    expect(await doubted(), 'it may have become ready since').to.equal('starting')
    time.turn(20)
    expect(await doubted()).to.equal('forbidden')
    readiness = 'not_ready'
    time.turn(31_000)
    reachability.stop()
    expect(await doubted()).to.equal('forbidden')
  })

  it('waits no longer than a moment after 410 from an API server that is back [F1]', async () => {
    for (let n = 0; n < 8; n++) await recovery.after(new Error('reset'), lasted(10, '7'))
    expect((await recovery.after(new ApiStatusError(410, ''), lasted(10, '7'))).waitMs).to.equal(125)
    expect((await recovery.after(new ApiStatusError(410, ''), lasted(10, '7'))).waitMs).to.equal(250)
  })

  it('wakes all who wait with one probe a second [F1]', async () => {
    readiness = 'not_ready'
    const woken: number[] = []
    const first = await recovery.after(new ClusterError('gone', ''), lasted(5000, '7'))
    const second = await new RetryPolicy(time, reachability).after(
      new ClusterError('gone', ''),
      lasted(5000, '7'),
    )
    void first.resume.then(() => woken.push(1))
    void second.resume.then(() => woken.push(2))
    expect(time.due).to.deep.equal([1000])
    time.turn(1000)
    await new Promise((resolve) => setImmediate(resolve))
    expect([woken, time.due]).to.deep.equal([[], [1000]])
    readiness = 'ready'
    time.turn(1000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(woken).to.have.members([1, 2])
  })

  it('keeps what it holds against an older list, and gives up where all are older [F2]', async () => {
    const forgot = []
    for (let n = 0; n < 5; n++)
      forgot.push((await recovery.after(new StaleListError(), lasted(5000, '7'))).forget)
    expect(forgot).to.deep.equal([false, false, false, false, true])
  })
})
