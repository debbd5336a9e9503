import { expect } from 'chai'
import { exactly, farOff, verdictOf, type Claim, type Row } from './claim.ts'

const row = (claims: Claim[], more: Partial<Row> = {}): Row => ({
  id: 'P0',
  scenario: '',
  on: '',
  value: '',
  limit: '',
  claims,
  ...more,
})
const ratio = (low: number, median: number, high: number, target: Claim['target']): Claim => ({
  what: 'of L1',
  figure: { low, median, high },
  target,
})

describe('bench claims', () => {
  it('reports a target as met by the median, and as ahead with the whole interval', () => {
    const from = (low: number, median: number, high: number) =>
      verdictOf(row([ratio(low, median, high, { atLeast: 0.85 })]))
    expect(from(0.85, 0.9, 0.95)).to.equal('ahead')
    expect(from(0.84, 0.85, 0.95)).to.equal('met')
    expect(from(0.8, 0.84, 0.95)).to.equal('no')
    const upTo = (low: number, median: number, high: number) =>
      verdictOf(row([ratio(low, median, high, { atMost: 1.3 })]))
    expect(upTo(1, 1.1, 1.3)).to.equal('ahead')
    expect(upTo(1, 1.3, 1.4)).to.equal('met')
    expect(upTo(1, 1.31, 1.4)).to.equal('no')
    expect(upTo(NaN, NaN, NaN)).to.equal('no')
  })

  it('need every one of them', () => {
    const good = ratio(1, 1, 1, { atLeast: 0.5 })
    expect(verdictOf(row([good, ratio(0.4, 1, 1, { atLeast: 0.5 }), good]))).to.equal('met')
    expect(verdictOf(row([good, { ...good, figure: exactly(0) }]))).to.equal('no')
  })

  it('say no where the answer was wrong, and n.a. where nothing was measured', () => {
    const good = ratio(1, 1, 1, { atLeast: 0.5 })
    expect(verdictOf(row([good], { wrong: 'two Pods are missing' }))).to.equal('no')
    expect(verdictOf(row([], { absent: 'no such route' }))).to.equal('n.a.')
    expect(verdictOf(row([]))).to.equal('n.a.')
  })

  it('reports a target as far off below half of it, or without a figure', () => {
    expect(farOff(ratio(0.3, 0.4, 0.43, { atLeast: 0.85 }))).to.equal(false)
    expect(farOff(ratio(0.3, 0.4, 0.42, { atLeast: 0.85 }))).to.equal(true)
    expect(farOff(ratio(2.7, 2.8, 3, { atMost: 1.3 }))).to.equal(true)
    expect(farOff(ratio(2.5, 2.8, 3, { atMost: 1.3 }))).to.equal(false)
    expect(farOff(ratio(NaN, NaN, NaN, { atMost: 1 }))).to.equal(true)
    expect(farOff({ what: 'lists', figure: exactly(1), target: { atMost: 0 } })).to.equal(true)
    expect(farOff({ what: 'lists', figure: exactly(0), target: { atMost: 0 } })).to.equal(false)
  })
})
