import { expect } from 'chai'
import { entriesOf, itemsOf, objectIn, stringMembersOf, stringsOf } from './json.ts'

describe('members of JSON of unknown shape', () => {
  it('returns objects, or empty ones', () => {
    for (const value of [null, undefined, 5, 'x', [], {}, { status: null }, { status: [] }, { status: 'x' }])
      expect(objectIn(value, 'status')).to.deep.equal({})
    expect(objectIn({ status: { allowed: true } }, 'status')).to.deep.equal({ allowed: true })
    expect(objectIn({}, '__proto__'), 'a prototype').to.deep.equal({})
  })

  it('returns the members of objects, or of any other value none', () => {
    for (const value of [null, undefined, 5, 'x', ['a']]) {
      expect(entriesOf(value)).to.deep.equal([])
      expect(stringMembersOf(value)).to.deep.equal({})
    }
    expect(entriesOf({ a: 1 })).to.deep.equal([['a', 1]])
    expect(stringMembersOf({ a: 1, b: 'x', c: null })).to.deep.equal({ b: 'x' })
  })

  it('returns the items of lists, or of any other value none', () => {
    for (const value of [null, undefined, 5, 'x', { length: 1 }]) expect(itemsOf(value)).to.deep.equal([])
    expect(itemsOf([null, 'a'])).to.deep.equal([null, 'a'])
  })

  it('returns lists of texts, without anything else', () => {
    for (const value of [null, 5, 'x', {}, [1, null, []]]) expect(stringsOf(value)).to.deep.equal([])
    expect(stringsOf(['a', 1, 'b'])).to.deep.equal(['a', 'b'])
  })
})
