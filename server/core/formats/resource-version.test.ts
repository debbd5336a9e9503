import { expect } from 'chai'
import {
  areComparable,
  compareVersions,
  isResourceVersion,
  isWrittenVersion,
  nextLocalVersion,
} from './resource-version.ts'

describe('resourceVersion', () => {
  it('accepts a whole number without leading zeros', () => {
    for (const good of ['0', '1', '1000', '18446744073709551616'])
      expect(isResourceVersion(good), good).to.equal(true)
    for (const bad of ['', '01', '-1', '1.5', '1e3', ' 1', '0x1', 'a', '9'.repeat(200)])
      expect(isResourceVersion(bad), bad).to.equal(false)
  })

  it('accepts opaque versions from callers, unless they cannot be one', () => {
    for (const good of ['7', 'abc', '12.5', '1e3', 'eyJtIjoiMTAwNCJ9', 'YQ=='])
      expect(isWrittenVersion(good), good).to.equal(true)
    for (const bad of ['', '01', 'a b', 'a:b', 'a\r\nb', 'x'.repeat(1025)])
      expect(isWrittenVersion(bad), bad).to.equal(false)
  })

  it('creates local versions if those of a cluster are not comparable: increasing, and comparable to none of theirs', () => {
    const versions = Array.from({ length: 200 }, () => nextLocalVersion())
    for (const [at, version] of versions.entries()) {
      expect(isResourceVersion(version)).to.equal(false)
      expect(isWrittenVersion(version.slice(1)) && areComparable(version, version)).to.equal(true)
      expect(areComparable(version, '100')).to.equal(false)
      if (at > 0) expect(compareVersions(version, versions[at - 1] ?? '')).to.be.above(0)
    }
  })

  it('compares by value, whatever the length', () => {
    expect(compareVersions('999', '1000')).to.be.below(0)
    expect(compareVersions('1001', '1000')).to.be.above(0)
    expect(compareVersions('1000', '1000')).to.equal(0)
    expect(compareVersions('18446744073709551615', '18446744073709551616')).to.be.below(0)
  })
})
