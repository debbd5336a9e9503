import { expect } from 'chai'
import { InvalidRequest } from '../errors.ts'
import { decodeContinue, encodeContinue, listDigest, listKey } from './continue.ts'
import { pods } from './kinds.ts'

describe('continue', () => {
  const digest = listDigest(listKey(pods, { namespace: 'shop' }, { field: 'pods' }))

  it('comes back as it was given, with its own list', () => {
    const position = { after: 'eyJ2IjoibWV0YS5rOHMuaW8ifQ', part: 2 }
    expect(decodeContinue(encodeContinue(position, digest), digest)).to.deep.equal(position)
  })

  it('is refused with another list', () => {
    const other = listDigest(
      listKey(pods, { namespace: 'shop', labelSelector: 'app=web' }, { field: 'pods' }),
    )
    expect(() => decodeContinue(encodeContinue({ after: 'a', part: 0 }, digest), other)).to.throw(
      InvalidRequest,
      /another list/,
    )
  })

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const token of [
    '',
    '!!',
    'AAAA',
    encode(null),
    encode({}),
    encode([1, digest, 0]),
    encode([2, digest, 0, 'a']),
    encode([1, digest, -1, 'a']),
    encode([1, digest, 0.5, 'a']),
    encode([1, digest, 0, 5]),
    encode([1, 5, 0, 'a']),
  ])
    it(`refuses ${token || 'nothing'}`, () =>
      expect(() => decodeContinue(token, digest)).to.throw(InvalidRequest))
})
