import { expect } from 'chai'
import { Fixtures } from './fixtures.ts'

describe('the fixtures of tests', () => {
  let closed: string[]
  let fixtures: Fixtures
  const open = (name: string) => fixtures.add(name, () => closed.push(name))

  beforeEach(() => {
    closed = []
    fixtures = new Fixtures(20)
  })

  it('close after the test that opened them, the last one first', async () => {
    await fixtures.beginTest('a')
    open('cluster')
    open('service')
    await fixtures.endTest()
    expect(closed).to.deep.equal(['service', 'cluster'])
  })

  it('outlive the tests of their file where a before hook opened them', async () => {
    open('of the file')
    await fixtures.beginTest('a')
    await fixtures.endTest()
    open('of a nested before hook')
    await fixtures.beginTest('a')
    await fixtures.endTest()
    expect(closed).to.deep.equal([])
    await fixtures.beginTest('b')
    expect(closed).to.deep.equal(['of a nested before hook', 'of the file'])
  })

  it('close at the end of the run if a before hook failed after it opened them', async () => {
    open('half of a stage')
    await fixtures.endRun()
    expect(closed).to.deep.equal(['half of a stage'])
  })

  it('fail the run, and not the tests after them, where one does not close', async () => {
    await fixtures.beginTest('a')
    open('first')
    fixtures.add('broken', () => Promise.reject(new Error('no')))
    fixtures.add('stuck', () => new Promise(() => undefined))
    await fixtures.endTest()
    expect(closed).to.deep.equal(['first'])
    const reason = await fixtures.endRun().catch((error: unknown) => String(error))
    expect(reason).to.equal('Error: fixtures not closed: stuck: still open after 20 ms; broken: no')
  })
})
