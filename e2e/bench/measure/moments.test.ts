import { expect } from 'chai'
import { type Moment, now, undisturbed } from './moments.ts'

describe('moments of a core', () => {
  it('leaves out moments in which another process used the core, and shortly after', () => {
    const taken: Moment[] = [
      [100, 102],
      [200, 201],
    ]
    const kept: Moment[] = [
      [90, 99],
      [107.5, 108],
      [190, 199.5],
      [206.5, 207],
    ]
    const lost: Moment[] = [
      [90, 100],
      [101, 101.5],
      [90, 300],
      [103, 104],
      [205, 230],
    ]
    expect(undisturbed([...kept, ...lost], taken)).to.deep.equal(kept)
    expect(undisturbed(lost, [])).to.deep.equal(lost)
  })

  it('reads moments by one clock, in milliseconds', () => {
    const [before, begun] = [process.hrtime.bigint(), now()]
    expect(begun - Number(before) / 1e6).to.be.within(0, 1000)
  })
})
