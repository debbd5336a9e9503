import { expect } from 'chai'
import { background, reportFailure, reportFailures } from './background.ts'
import { tick } from '../testing/tick.ts'

describe('background work', () => {
  const reported: string[] = []
  beforeEach(() => {
    reported.length = 0
    reportFailures((work, error) => reported.push(`${work}: ${String(error)}`))
  })
  afterEach(() => reportFailures(undefined))

  const failures: [what: string, run: () => unknown][] = [
    [
      'throws',
      () => {
        throw new Error('thrown')
      },
    ],
    ['rejects', () => Promise.reject(new Error('thrown'))],
  ]
  for (const [what, run] of failures) {
    it(`reports and repeats work that ${what}`, async () => {
      let recovered: unknown
      background('a task', run, (error) => (recovered = error))
      await tick(2)
      expect(reported).to.deep.equal(['a task: Error: thrown'])
      expect(recovered).to.be.an('error').with.property('message', 'thrown')
    })

    it(`reports work whose recovery ${what}`, async () => {
      background('a task', () => Promise.reject(new Error('first')), run)
      await tick(3)
      expect(reported).to.deep.equal(['a task: Error: first', 'a task: Error: thrown'])
    })
  }

  it('reports nothing where it succeeds', async () => {
    background('a task', async () => 'done')
    background('a task', () => 'done')
    await tick(2)
    expect(reported).to.deep.equal([])
  })

  it('survives a report that throws', () => {
    reportFailures(() => {
      throw new Error('no log')
    })
    expect(() => reportFailure('a task', new Error('failed'))).to.not.throw()
  })
})
