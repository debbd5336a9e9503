import { expect } from 'chai'
import { ManualClock } from '../../testing/manual-time.ts'
import { type SilentWatchError, Watchdog } from './watchdog.ts'

describe('a watchdog', () => {
  const started = () => {
    const time = new ManualClock()
    const barks: SilentWatchError[] = []
    return { time, barks, watchdog: new Watchdog(time, (reason) => barks.push(reason)) }
  }

  it('barks when the sign of life that was expected has not come, and once', () => {
    const { time, barks, watchdog } = started()
    watchdog.expect(100)
    time.turn(99)
    expect(barks).to.deep.equal([])
    time.turn(1)
    expect(barks.map(({ message }) => message)).to.deep.equal(['silent for 100 ms'])
    time.turn(1000)
    expect(barks).to.have.length(1)
  })

  it('counts from the last sign of life, to the millisecond', () => {
    const { time, barks, watchdog } = started()
    for (let fed = 0; fed < 10; fed++) {
      watchdog.expect(100)
      time.turn(70)
    }
    expect(barks).to.deep.equal([])
    time.turn(29)
    expect(barks).to.deep.equal([])
    time.turn(1)
    expect(barks).to.have.length(1)
  })

  it('waits for less or more when it is told to', () => {
    const { time, barks, watchdog } = started()
    watchdog.expect(100)
    watchdog.expect(10)
    time.turn(10)
    expect(barks.map(({ message }) => message)).to.deep.equal(['silent for 10 ms'])
    watchdog.expect(10)
    watchdog.expect(100)
    time.turn(99)
    expect(barks).to.have.length(1)
    time.turn(1)
    expect(barks).to.have.length(2)
  })

  it('keeps one timer however often it is fed, and none when it was stopped', () => {
    const { time, barks, watchdog } = started()
    for (let fed = 0; fed < 10; fed++) {
      watchdog.expect(100)
      time.turn(5)
    }
    expect(time.due).to.have.length(1)
    watchdog.stop()
    expect(time.due).to.deep.equal([])
    time.turn(1000)
    expect(barks).to.deep.equal([])
    watchdog.expect(100)
    time.turn(100)
    expect(barks).to.have.length(1)
  })
})
