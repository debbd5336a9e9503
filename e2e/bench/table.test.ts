import { expect } from 'chai'
import { exactly } from './measure/claim.ts'
import { tableOf } from './table.ts'

describe('the table of a bench', () => {
  it('shows ratios with intervals, targets and verdicts, and what was wrong', () => {
    const row = { id: 'P1', on: 'kind', scenario: 'Pods', value: '9/s', limit: '10/s' }
    const ratio = {
      what: 'of L1',
      figure: { median: 0.9, low: 0.88, high: 0.912 },
      target: { atLeast: 0.85 },
    }
    const twin = { what: 'x twin', twin: true, figure: exactly(312.4), target: { atLeast: 400 } }
    const text = tableOf([
      { ...row, claims: [ratio] },
      { ...row, claims: [ratio, twin] },
      { ...row, claims: [{ ...ratio, target: { atLeast: 0.89 } }] },
      { ...row, claims: [], wrong: 'two Pods are missing' },
    ])
    const [head = '', first, second, third, fourth, note] = text.split('\n')
    expect(head).to.match(/^id +on +scenario/)
    expect(first).to.match(/0\.9 \[0\.88, 0\.91\] of L1 +- +≥ 0\.85 +ahead$/)
    expect(second).to.match(/312 x twin \* +≥ 0\.85; ≥ 400 +no$/)
    expect(third).to.match(/of L1 ~ +- +≥ 0\.89 +met$/)
    expect(fourth).to.match(/no$/)
    expect(note).to.equal('P1 kind, Pods: two Pods are missing')
  })
})
