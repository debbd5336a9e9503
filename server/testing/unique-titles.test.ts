import { expect } from 'chai'
import { Suite, Test } from 'mocha'
import { repeatedTitles } from './unique-titles.ts'

describe('repeatedTitles', () => {
  it('returns full titles that several tests have', () => {
    const root = new Suite('all')
    for (const name of ['one', 'two', 'one']) {
      const suite = Suite.create(root, name)
      suite.addTest(new Test('same'))
    }
    expect(repeatedTitles(root)).to.deep.equal(['all one same'])
  })
})
