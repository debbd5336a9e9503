import { expect } from 'chai'
import { array, assert, bigInt, option, property, string } from 'fast-check'
import { EventIdCodec } from './event-id.ts'

describe('the id of an event', () => {
  const identity = ['c', 'https://cluster', '', [['pods', null]]]
  const codec = new EventIdCodec(identity, 3)

  it('says where every kind and scope is, and is read again by any replica', () => {
    const version = option(bigInt({ min: 0n, max: 10n ** 40n }), { nil: undefined })
    assert(
      property(array(version, { minLength: 3, maxLength: 3 }), (versions) => {
        const positions = versions.map((one) => one?.toString())
        const id = codec.encode(positions)
        expect(id).to.match(/^[\w.-]+$/)
        expect(new EventIdCodec(structuredClone(identity), 3).decode(id)).to.deep.equal(positions)
      }),
    )
  })

  it('is compact', () => expect(codec.encode(['184467440', '9', undefined])).to.have.length(25))

  it('means nothing for another stream, nor does anything else', () => {
    const id = codec.encode(['1', '2', '3'])
    expect(new EventIdCodec(['other'], 3).decode(id)).to.equal(undefined)
    for (const bad of [
      '',
      '1',
      id.replace('1.', '2.'),
      `${id}.4`,
      id.slice(0, -2),
      `${id}g`,
      id.replace('.3', '.03'),
      id.replace('.3', '.-3'),
      `${id}${'f'.repeat(200)}`,
      'f'.repeat(10_000),
    ])
      expect(codec.decode(bad), bad).to.equal(undefined)
    assert(property(string(), (text) => codec.decode(text) === undefined))
  })

  it('is bounded: of too many scopes it says only which stream it is of', () => {
    const wide = new EventIdCodec(identity, 400)
    const id = wide.encode(Array.from({ length: 400 }, (_, at) => String(10 ** 9 + at)))
    expect(id.length).to.be.below(20)
    expect(wide.decode(id)).to.deep.equal(Array.from({ length: 400 }, () => undefined))
  })
})
