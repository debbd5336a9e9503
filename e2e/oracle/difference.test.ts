import { expect } from 'chai'
import { withoutAges } from './ages.ts'
import { difference } from './difference.ts'

describe('the oracle on what an answer says', () => {
  it('has nothing to say where it is the same', () => {
    expect(difference({ a: [1, { b: null }] }, { a: [1, { b: null }] })).to.equal(undefined)
  })

  for (const [what, expected, got, says] of [
    ['another value', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'at .a[0].b: expected 1, got 2'],
    ['a field too much', { a: 1 }, { a: 1, b: null }, 'at .b: expected nothing, got null'],
    ['a field too little', { a: 1, b: 2 }, { a: 1 }, 'at .b: expected 2, got nothing'],
    ['another order', [{ name: 'a' }, { name: 'b' }], [{ name: 'b' }, { name: 'a' }], 'at [0].name'],
    ['a lost item', [{ name: 'a' }, { name: 'b' }], [{ name: 'a' }], 'missing ["/b"], too much []'],
  ] as const)
    it(`names ${what}`, () => {
      expect(difference(expected, got)).to.include(says)
    })

  it('holds an age against the time of making', () => {
    const made = Date.parse('2026-11-21T06:00:00Z')
    const answer = (age: string) => ({ pods: [{ name: 'a', age, createdAt: '2026-11-21T06:00:00Z' }] })
    const asked = [made + 119_400, made + 120_600] as const
    expect(withoutAges(answer('119s'), asked)).to.deep.equal([
      { pods: [{ name: 'a', createdAt: '2026-11-21T06:00:00Z' }] },
      undefined,
    ])
    expect(withoutAges(answer('2m'), asked)[1]).to.equal(undefined)
    expect(withoutAges(answer('118s'), asked)[1]).to.match(/^age "118s"/)
  })
})
