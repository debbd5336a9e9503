import { expect } from 'chai'
import { ManualClock } from '../../testing/manual-time.ts'
import { ListProgress, type StalledListError } from './list-progress.ts'

describe('the supervision of a beginning', () => {
  const started = () => {
    const time = new ManualClock()
    const given: StalledListError[] = []
    const beginning = new ListProgress(time, (reason) => given.push(reason))
    beginning.start()
    return { time, given, beginning }
  }

  it('gives up a stream that stands still after it brought objects', () => {
    const { time, given, beginning } = started()
    time.turn(7000)
    beginning.received(3, false)
    time.turn(7999)
    expect(given).to.deep.equal([])
    time.turn(1)
    expect(given.map(({ message }) => message)).to.deep.equal(['no end after 15 s and 3 objects'])
    time.turn(60_000)
    expect(given).to.have.length(1)
  })

  it('gives up a stream that brings nothing at all', () => {
    const { time, given } = started()
    time.turn(11_999)
    expect(given).to.deep.equal([])
    time.turn(1)
    expect(given).to.have.length(1)
  })

  it('gives up a stream to which a busy cluster adds some objects all the time', () => {
    const { time, given, beginning } = started()
    beginning.received(1000, false)
    for (let objects = 1001; objects <= 1008; objects++) {
      expect(given).to.deep.equal([])
      beginning.received(objects, false)
      time.turn(1000)
    }
    expect(given).to.have.length(1)
  })

  it('waits for a stream that gets on, but not for ever', () => {
    const { time, given, beginning } = started()
    for (let second = 1; second < 60; second++) {
      beginning.received(second * 10, false)
      time.turn(1000)
    }
    expect(given).to.deep.equal([])
    time.turn(1000)
    expect(given).to.have.length(1)
  })

  it('waits for a large object that comes in pieces', () => {
    const { time, given, beginning } = started()
    for (let second = 1; second < 30; second++) {
      beginning.received(1, true)
      time.turn(1000)
    }
    expect(given).to.deep.equal([])
  })

  it('gives up nothing once it is stopped', () => {
    const { time, given, beginning } = started()
    beginning.stop()
    time.turn(120_000)
    expect(given).to.deep.equal([])
  })
})
