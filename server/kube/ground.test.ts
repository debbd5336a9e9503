import { expect } from 'chai'
import { Ground, type ReadStanding } from './ground.ts'

describe('the ground of an answer', () => {
  const read = (standing: ReadStanding | undefined, same = true) => ({
    stands: () => standing,
    same: () => same,
    moved: () => Promise.resolve(),
  })

  it('stands as the worst of what was read', () => {
    const ground = new Ground([read({ use: 'stale', ageMs: 9000 }), read({ use: 'hit', ageMs: 20_000 })])
    expect(ground.standing()).to.deep.equal({ use: 'stale', ageMs: 20_000, same: true })
    expect(
      new Ground([read({ use: 'hit', ageMs: 1 }), read({ use: 'hit', ageMs: 2 }, false)]).standing(),
    ).to.deep.equal({
      use: 'hit',
      ageMs: 2,
      same: false,
    })
  })

  it('does not stand where any of it must be asked for', () => {
    expect(new Ground([read({ use: 'hit', ageMs: 1 }), read(undefined)]).standing()).to.equal(undefined)
  })
})
