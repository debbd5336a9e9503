import { expect } from 'chai'
import { drawn, estimate, median, percentile, steadyRounds } from './statistics.ts'

describe('bench statistics', () => {
  it('finds the median of odd and even numbers of values', () => {
    expect(median([3, 1, 2])).to.equal(2)
    expect(median([4, 1, 2, 3])).to.equal(2.5)
    expect(median([])).to.be.NaN
  })

  it('finds percentiles between two values', () => {
    const values = Array.from({ length: 101 }, (_, index) => 100 - index)
    expect(percentile(values, 0.99)).to.equal(99)
    expect(percentile(values, 1)).to.equal(100)
    expect(percentile([10, 20], 0.75)).to.equal(17.5)
  })

  it('estimates with an interval that holds the median, the same in every run', () => {
    const samples = [0.9, 0.91, 0.88, 0.93, 0.9, 0.95, 0.89]
    const found = estimate(samples)
    expect(found.median).to.equal(0.9)
    expect(found.low).to.be.within(0.88, 0.9)
    expect(found.high).to.be.within(0.9, 0.95)
    expect(estimate(samples)).to.deep.equal(found)
  })

  it('narrows the interval for samples that agree, and widens it for those that do not', () => {
    expect(estimate([2, 2, 2])).to.deep.equal({ median: 2, low: 2, high: 2 })
    const wide = estimate([1, 10, 1, 10, 1, 10, 1])
    expect(wide.high - wide.low).to.equal(9)
  })

  it('covers the true median about as often as it says', () => {
    const random = drawn(7)
    let covered = 0
    for (let run = 0; run < 60; run++) {
      const { low, high } = estimate(
        Array.from({ length: 9 }, () => random()),
        random,
      )
      if (low <= 0.5 && high >= 0.5) covered++
    }
    expect(covered).to.be.within(50, 60)
  })

  it('throws rounds away in which the limit drifted', () => {
    expect(steadyRounds([100, 102, 70, 98, 127, 126])).to.deep.equal([true, true, false, true, false, true])
  })
})
