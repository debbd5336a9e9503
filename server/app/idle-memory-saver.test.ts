import { expect } from 'chai'
import { IdleMemorySaver, thisProcess } from './idle-memory-saver.ts'
import { ManualClock } from '../testing/manual-time.ts'

describe('memory when little is to do', () => {
  it('is saved from the first quiet look on until there is work again, and said once each time', () => {
    const time = new ManualClock()
    const said: boolean[] = []
    let worked = 1
    const memory = new IdleMemorySaver({ worked: () => worked, saveMemory: (save) => said.push(save) }, time)
    memory.start()
    time.turn(4000)
    expect(said).to.deep.equal([])
    worked = 0.01
    time.turn(6000)
    expect(said).to.deep.equal([true])
    worked = 0.5
    time.turn(200)
    expect(said, 'who comes then does not wait for it').to.deep.equal([true, false])
    worked = 0.01
    time.turn(1999)
    expect(said, 'not for a moment without work').to.deep.equal([true, false])
    worked = 0.5
    time.turn(1)
    expect(said).to.deep.equal([true, false])
    memory.stop()
    worked = 0
    time.turn(60_000)
    expect(said).to.deep.equal([true, false])
  })

  it('is asked of this process: how much of the time since the last look it worked', () => {
    const worker = thisProcess()
    worker.worked()
    const end = performance.now() + 20
    while (performance.now() < end);
    expect(worker.worked()).to.be.within(0.5, 1)
  })
})
