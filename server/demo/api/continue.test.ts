import { expect } from 'chai'
import * as fc from 'fast-check'
import { Failure } from '../status.ts'
import { decodeContinue, encodeContinue } from './continue.ts'

describe('demo continue tokens', () => {
  it('come back as they went, without the slash in front', () => {
    const start = fc.string({ minLength: 1 }).filter((text) => !/^\/|(^|\/)\.{1,2}(\/|$)/.test(text))
    const version = fc.integer().filter((number) => number !== 0)
    fc.assert(
      fc.property(version, start, (rv, key) => {
        const token = encodeContinue({ version: rv, start: `/${key}` })
        expect(decodeContinue(token)).to.deep.equal({ version: rv, start: key })
      }),
    )
  })

  it('accepts or rejects any token without an unexpected error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          decodeContinue(text)
        } catch (error) {
          expect(error).to.be.instanceOf(Failure)
        }
      }),
    )
  })

  it('do not climb out of what is listed', () => {
    expect(() => decodeContinue(encodeContinue({ version: 5, start: 'a/../../b' }))).to.throw(
      Failure,
      'not valid',
    )
  })
})
