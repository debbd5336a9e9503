import { expect } from 'chai'
import { covers } from './cleared-core.ts'

describe('cores as the kernel lists them', () => {
  it('parses single cores and ranges', () => {
    expect([0, 1, 2, 3, 7, 8].filter((core) => covers('0-1,3,8', core))).to.deep.equal([0, 1, 3, 8])
    expect(covers('2', 0)).to.equal(false)
  })
})
