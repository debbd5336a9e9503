import { expect } from 'chai'
import { ManualTime } from '../testing/manual-time.ts'
import { Reachability, type Readiness } from './reachability.ts'

describe('whether an API server is there', () => {
  let time: ManualTime
  let readiness: Readiness
  let reachability: Reachability
  let woken: boolean
  const turn = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1000) {
      time.turn(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  beforeEach(() => {
    time = new ManualTime()
    reachability = new Reachability(async () => readiness, time)
    woken = false
    reachability.lost()
    void reachability.back().then(() => (woken = true))
  })

  it('F1 it is back when it says it is ready', async () => {
    readiness = 'not_ready'
    await turn(60_000)
    expect(woken).to.equal(false)
    readiness = 'ready'
    await turn(1000)
    expect(woken).to.equal(true)
  })

  it('F1 one that will not say is back, and its denials count, when it has had the time to start', async () => {
    readiness = 'not_ready'
    await turn(60_000)
    readiness = 'untold'
    await turn(30_000)
    expect(woken).to.equal(false)
    expect(await reachability.trusts(time.now())).to.equal(false)
    await turn(1000)
    expect(woken).to.equal(true)
    expect(await reachability.trusts(time.now())).to.equal(true)
    expect(time.due, 'it is asked no more').to.deep.equal([])
  })
})
