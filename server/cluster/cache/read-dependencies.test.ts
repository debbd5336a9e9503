import { expect } from 'chai'
import type { Freshness } from '../../core/dependencies.ts'
import { ReadDependencies } from './cache-selector.ts'

describe('ReadDependencies', () => {
  const read = (freshness: Freshness | undefined) => () => freshness

  it('take the age of the oldest read, and are stale if one read is', () => {
    const dependencies = new ReadDependencies([
      read({ use: 'stale', ageMs: 9000 }),
      read({ use: 'hit', ageMs: 20_000 }),
    ])
    expect(dependencies.freshnessFor()).to.deep.equal({ use: 'stale', ageMs: 20_000 })
    const hits = new ReadDependencies([read({ use: 'hit', ageMs: 1 }), read({ use: 'hit', ageMs: 2 })])
    expect(hits.freshnessFor()).to.deep.equal({ use: 'hit', ageMs: 2 })
  })

  it('end if one read would return something else now', () => {
    const dependencies = new ReadDependencies([read({ use: 'hit', ageMs: 1 }), read(undefined)])
    expect(dependencies.freshnessFor()).to.equal(undefined)
  })
})
