import { expect } from 'chai'
import { reportFailures } from '../../core/background.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { tick } from '../../testing/tick.ts'
import { unreachableContext } from '../../testing/unreachable-context.ts'
import { Scheduler } from '../../core/scheduler.ts'
import { ConsistencyCheck } from './consistency-check.ts'
import { Transport } from '../client/transport.ts'

describe('the self-check', () => {
  it('repeats a failed check at its next time', async () => {
    const reported: string[] = []
    reportFailures((work) => reported.push(work))
    const time = new ManualClock()
    let looked = 0
    const check = new ConsistencyCheck({
      transport: new Transport(unreachableContext, { observe: () => undefined }, 'test'),
      watched: () => {
        looked++
        throw new Error('no watches')
      },
      time,
      scheduler: new Scheduler(),
      observer: { checked: () => undefined, diverged: () => undefined },
    })
    check.start()
    for (let round = 0; round < 3; round++) {
      time.turn(15 * 60_000)
      await tick(3)
    }
    check.stop()
    expect([looked, reported]).to.deep.equal([3, Array.from({ length: 3 }, () => 'the self-check')])
    reportFailures(undefined)
  })
})
