import { expect } from 'chai'
import { selectorText } from './label-selector.ts'

describe('selectorText', () => {
  it('writes labels and expressions in the syntax of a list', () => {
    const selector = {
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['front', 'back'] },
        { key: 'track', operator: 'NotIn', values: ['canary'] },
        { key: 'team', operator: 'Exists' },
        { key: 'legacy', operator: 'DoesNotExist', values: null },
      ],
    }
    expect(selectorText(selector)).to.equal('app=web,tier in (front,back),track notin (canary),team,!legacy')
  })

  it('returns an empty text for a selector without requirements', () => {
    for (const selector of [undefined, null, {}, { matchLabels: null, matchExpressions: null }])
      expect(selectorText(selector)).to.equal('')
  })
})
