import { expect } from 'chai'
import { InvalidRequestError } from '../../../core/errors.ts'
import {
  decodeContinue,
  decodeSnapshotToken,
  encodeContinue,
  encodeSnapshotToken,
  listDigest,
  listKey,
} from './continue-token.ts'
import { pods } from '../../../kinds/pods/kind.ts'

describe('continue', () => {
  const digest = listDigest(listKey(pods, { namespace: 'shop' }, { field: 'pods' }))

  it('comes back as it was given, with its own list', () => {
    const position = { after: 'eyJ2IjoibWV0YS5rOHMuaW8ifQ', part: 2 }
    expect(decodeContinue(encodeContinue(position, digest), digest)).to.deep.equal(position)
  })

  it('rejects a token of another list', () => {
    const other = listDigest(
      listKey(pods, { namespace: 'shop', labelSelector: 'app=web' }, { field: 'pods' }),
    )
    expect(() => decodeContinue(encodeContinue({ after: 'a', part: 0 }, digest), other)).to.throw(
      InvalidRequestError,
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
      expect(() => decodeContinue(token, digest)).to.throw(InvalidRequestError))

  const place = { versions: ['12', '340'], after: { namespace: 'shop', name: 'web' } }

  it('names a place at which any replica goes on', () => {
    expect(decodeSnapshotToken(encodeSnapshotToken(place, digest), digest)).to.deep.equal(place)
    expect(() => decodeSnapshotToken(encodeSnapshotToken(place, digest), 'other')).to.throw(
      InvalidRequestError,
      /another list/,
    )
  })

  it('accepts a token of one sort order only', () => {
    expect(decodeSnapshotToken(encodeContinue({ after: 'a', part: 0 }, digest), digest)).to.equal(undefined)
    expect(decodeSnapshotToken('AAAA', digest)).to.equal(undefined)
    expect(() => decodeContinue(encodeSnapshotToken(place, digest), digest)).to.throw(InvalidRequestError)
  })

  for (const fields of [
    [digest, ['1'], 'shop'],
    [digest, ['1'], 'shop', 'web', 1],
    [digest, '1', 'shop', 'web'],
    [digest, [], 'shop', 'web'],
    [digest, [1], 'shop', 'web'],
    [digest, [''], 'shop', 'web'],
    [digest, ['0'], 'shop', 'web'],
    [digest, ['01'], 'shop', 'web'],
    [digest, ['-1'], 'shop', 'web'],
    [digest, ['1&watch=1'], 'shop', 'web'],
    [digest, ['1', '9'.repeat(129)], 'shop', 'web'],
    [digest, Array.from({ length: 151 }, () => '1'), 'shop', 'web'],
    [digest, ['1'], null, 'web'],
    [digest, ['1'], 'shop', 5],
    [5, ['1'], 'shop', 'web'],
  ])
    it(`refuses a place of ${JSON.stringify(fields).slice(0, 60)}`, () =>
      expect(() => decodeSnapshotToken(encode([2, ...fields]), digest)).to.throw(InvalidRequestError))
})
