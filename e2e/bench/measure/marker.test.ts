import { expect } from 'chai'
import { between, mark, staleness } from './marker.ts'

describe('bench marks', () => {
  it('tell the time between two', () => {
    const sent = mark()
    const seen = mark()
    expect(sent)
      .to.be.a('number')
      .below(2 ** 31)
    expect(between(sent, seen)).to.be.within(0, 100)
  })

  it('treats a mark as stale until it or a later one is seen', () => {
    const seen = staleness(
      [1000, 2000, 3000, 4000],
      [
        [500, 600],
        [1000, 1200],
        [3000, 3100],
      ],
    )
    expect(seen).to.deep.equal([2, 11, 1, Infinity])
  })
})
