import { expect } from 'chai'
import {
  advance,
  describeModel,
  NO_EXPLANATION,
  splitCitations,
  type Conclusion,
  type ExplanationEnd,
} from './explanation.ts'

const END: ExplanationEnd = {
  summary: 'It fails.',
  status: 'critical',
  related: [],
  model: 'small',
  finish: 'complete',
  budget: { input: 10, output: 2, truncated: false },
}

describe('an explanation in the console', () => {
  it('gathers findings, words and the end from the events of its stream', () => {
    const finding = { id: 'a' } as Conclusion
    const events = [
      ['finding', finding],
      ['narrative', { text: 'It ' }],
      ['narrative', { text: 'fails.' }],
      ['later', {}],
      ['done', END],
    ] as const
    const last = events.reduce((before, [event, data]) => advance(before, event, data), NO_EXPLANATION)
    expect(last).to.deep.equal({ findings: [finding], narrative: 'It fails.', end: END })
  })

  it('parts words from the evidence that they cite', () => {
    const parts = splitCitations('It exits [e1]. Read [e2, e13] and [this].')
    expect(parts.map(({ text, isCitation }) => (isCitation ? `<${text}>` : text)).join('')).to.equal(
      'It exits <e1>. Read <e2><e13> and [this].',
    )
  })

  it('says whether a model has answered, and whether wholly', () => {
    expect(describeModel(END)).to.equal(undefined)
    expect(describeModel({ ...END, model: null })).to.match(/^No model is configured/)
    const modelError = { code: 'timeout', message: 'it did not respond in time' } as const
    expect(describeModel({ ...END, modelError })).to.equal(
      'The model small gave no whole answer: it did not respond in time.',
    )
    const budget = { ...END.budget, truncated: true }
    expect(describeModel({ ...END, budget })).to.match(/^Some facts were left out/)
  })
})
