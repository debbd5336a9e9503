import { expect } from 'chai'
import { assert, integer, property, uniqueArray } from 'fast-check'
import { paginate, paginateOrdered } from './paginate.ts'

describe('paginateOrdered', () => {
  it('returns the pages of paginate, for a list in order', () =>
    assert(
      property(
        uniqueArray(integer({ min: 100, max: 999 })),
        integer({ min: 1, max: 9 }),
        (numbers, limit) => {
          const ordered = numbers.toSorted((one, other) => one - other)
          const seen: number[] = []
          let page = paginateOrdered(ordered, String, ['list'], { limit })
          expect(page).to.deep.equal(paginate(numbers, String, ['list'], { limit }))
          for (;;) {
            seen.push(...page.items)
            if (page.continue === undefined || seen.length > numbers.length) break
            page = paginateOrdered(ordered, String, ['list'], { limit, continue: page.continue })
          }
          expect(seen).to.deep.equal(ordered)
        },
      ),
    ))

  it('continues after an item that was removed', () => {
    const { continue: token = '' } = paginateOrdered(['a', 'b', 'c'], String, [], { limit: 2 })
    expect(paginateOrdered(['a', 'c', 'd'], String, [], { limit: 2, continue: token }).items).to.deep.equal([
      'c',
      'd',
    ])
  })
})
