import { expect } from 'chai'
import { compareVersions, isResourceVersion } from './resource-version.ts'

describe('resourceVersion', () => {
  it('is a whole number without leading zeros', () => {
    for (const good of ['0', '1', '1000', '18446744073709551616'])
      expect(isResourceVersion(good), good).to.equal(true)
    for (const bad of ['', '01', '-1', '1.5', '1e3', ' 1', '0x1', 'a', '9'.repeat(200)])
      expect(isResourceVersion(bad), bad).to.equal(false)
  })

  it('compares by value, whatever the length', () => {
    expect(compareVersions('999', '1000')).to.be.below(0)
    expect(compareVersions('1001', '1000')).to.be.above(0)
    expect(compareVersions('1000', '1000')).to.equal(0)
    expect(compareVersions('18446744073709551615', '18446744073709551616')).to.be.below(0)
  })
})
