import { expect } from 'chai'
import { ManualClock } from '../../testing/manual-time.ts'
import { Reachability, type Readiness } from './reachability.ts'

describe('reachability of an API server', () => {
  let time: ManualClock
  let readiness: Readiness
  let reachability: Reachability
  let woken: boolean
  let asked: number
  const turn = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1000) {
      time.turn(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  beforeEach(() => {
    time = new ManualClock()
    asked = 0
    const ask = async () => {
      asked++
      return readiness
    }
    reachability = new Reachability(ask, time)
    woken = false
    reachability.markUnreachable()
    void reachability.waitUntilReady().then(() => (woken = true))
  })

  it('treats an API server as back when it reports ready [F1]', async () => {
    readiness = 'not_ready'
    await turn(60_000)
    expect(woken).to.equal(false)
    readiness = 'ready'
    await turn(1000)
    expect(woken).to.equal(true)
  })

  it('probes once for all requests that were rejected at the same time, and again for the next [F4]', async () => {
    readiness = 'not_ready'
    const all = Array.from({ length: 20 }, () => reachability.readiness())
    expect([asked, new Set(await Promise.all(all))]).to.deep.equal([1, new Set(['not_ready'])])
    readiness = 'ready'
    expect([await reachability.readiness(), asked]).to.deep.equal(['ready', 2])
  })

  it('one that will not say is back, and its denials count, when it has had the time to start [F1]', async () => {
    readiness = 'not_ready'
    await turn(60_000)
    readiness = 'untold'
    await turn(30_000)
    expect(woken).to.equal(false)
    expect(await reachability.isDenialTrustworthy(time.now())).to.equal(false)
    await turn(1000)
    expect(woken).to.equal(true)
    expect(await reachability.isDenialTrustworthy(time.now())).to.equal(true)
    expect(time.due, 'it is asked no more').to.deep.equal([])
  })
})
