import { expect } from 'chai'
import { ReadDependencies, type Freshness } from './read-dependencies.ts'

describe('the ground of an answer', () => {
  const read = (standing: Freshness | undefined, unchanged = true) => ({
    freshness: () => standing,
    unchanged: () => unchanged,
    nextChange: () => Promise.resolve(),
  })

  it('freshness as the worst of what was read', () => {
    const ground = new ReadDependencies([
      read({ use: 'stale', ageMs: 9000 }),
      read({ use: 'hit', ageMs: 20_000 }),
    ])
    expect(ground.validityFor()).to.deep.equal({ use: 'stale', ageMs: 20_000, unchanged: true })
    expect(
      new ReadDependencies([
        read({ use: 'hit', ageMs: 1 }),
        read({ use: 'hit', ageMs: 2 }, false),
      ]).validityFor(),
    ).to.deep.equal({
      use: 'hit',
      ageMs: 2,
      unchanged: false,
    })
  })

  it('does not stand where any of it must be asked for', () => {
    expect(new ReadDependencies([read({ use: 'hit', ageMs: 1 }), read(undefined)]).validityFor()).to.equal(
      undefined,
    )
  })
})
