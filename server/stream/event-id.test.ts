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

  it('stays compact', () => expect(codec.encode(['184467440', '9', undefined])).to.have.length(25))

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

  describe('of 30 kinds in 40 namespaces', () => {
    const parts = 1200
    const wide = new EventIdCodec(identity, parts)
    const clusters: [what: string, version: (at: number) => bigint][] = [
      ['of one cluster', (at) => 10n ** 9n + BigInt((at * 7919) % 1_000_000)],
      ['that were idle for very different times', (at) => BigInt((at * 2_654_435_761) % 2 ** 31)],
      ['in several etcds', (at) => BigInt((at % 40) * 7919) + 10n ** BigInt(6 + (Math.floor(at / 40) % 8))],
    ]
    for (const [what, version] of clusters)
      it(`says where each is, and fits into a header (${what})`, () => {
        const positions = Array.from({ length: parts }, (_, at) =>
          at % 100 === 7 ? undefined : version(at).toString(),
        )
        const id = wide.encode(positions)
        expect(id).to.match(/^[\w.-]+$/)
        expect(id.length).to.be.below(9 * 1024)
        expect(new EventIdCodec(structuredClone(identity), parts).decode(id)).to.deep.equal(positions)
        const moved = positions.with(600, '18446744073709551616')
        expect(wide.decode(wide.encode(moved))).to.deep.equal(moved)
      })

    it('says only which stream it is of where it would not fit, and where nothing was told', () => {
      const id = wide.encode(Array.from({ length: parts }, (_, at) => `${at + 1}${'0'.repeat(30)}`))
      expect(id).to.have.length(14)
      expect(wide.encode([])).to.equal(id)
      expect(wide.decode(id)).to.deep.equal(Array.from({ length: parts }, () => undefined))
    })

    it('means nothing where it was changed', () => {
      const id = wide.encode(Array.from({ length: parts }, (_, at) => String(at)))
      for (const bad of [
        `${id}A`,
        id.slice(0, -1),
        `${id}.A`,
        `${id.slice(0, 40)}!${id.slice(41)}`,
        `${id}_`,
      ])
        expect(wide.decode(bad), bad).to.equal(undefined)
      const endless = `${id.slice(0, 15)}${'_'.repeat(5000)}`
      expect(wide.decode(endless)).to.equal(undefined)
    })

    it('holds whatever versions there are', () => {
      const version = option(bigInt({ min: 0n, max: 10n ** 40n }), { nil: undefined })
      const codec = new EventIdCodec(identity, 70)
      assert(
        property(array(version, { minLength: 70, maxLength: 70 }), (versions) => {
          const positions = versions.map((one) => one?.toString())
          expect(codec.decode(codec.encode(positions))).to.deep.equal(positions)
        }),
      )
    })
  })

  it('holds no version that does not compare', () =>
    expect(codec.decode(codec.encode(['eyJtIjoiMSJ9', '~7', '7']))).to.deep.equal([
      undefined,
      undefined,
      '7',
    ]))
})
