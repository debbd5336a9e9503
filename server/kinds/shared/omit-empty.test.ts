import { expect } from 'chai'
import { omitEmpty } from './omit-empty.ts'

describe('present', () => {
  it('leaves out undefined and null, and nothing else', () => {
    const kept = omitEmpty({ a: undefined, b: null, c: '', d: 0, e: false, f: [], g: {} })
    expect(kept).to.deep.equal({ c: '', d: 0, e: false, f: [], g: {} })
    expect(Object.keys(kept)).to.deep.equal(['c', 'd', 'e', 'f', 'g'])
  })
})
