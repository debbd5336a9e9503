import { expect } from 'chai'
import { objectIn, stringsOf } from './json.ts'

describe('members of JSON of unknown shape', () => {
  it('returns objects, or empty ones', () => {
    for (const value of [null, undefined, 5, 'x', [], {}, { status: null }, { status: [] }, { status: 'x' }])
      expect(objectIn(value, 'status')).to.deep.equal({})
    expect(objectIn({ status: { allowed: true } }, 'status')).to.deep.equal({ allowed: true })
    expect(objectIn({}, '__proto__'), 'a prototype').to.deep.equal({})
  })

  it('returns lists of texts, without anything else', () => {
    for (const value of [null, 5, 'x', {}, [1, null, []]]) expect(stringsOf(value)).to.deep.equal([])
    expect(stringsOf(['a', 1, 'b'])).to.deep.equal(['a', 'b'])
  })
})
