import { expect } from 'chai'
import { errorMessage } from '../core/errors.ts'
import { reportFailures } from '../core/background.ts'
import { now } from '../testing/metadata.ts'
import { RuleFailures } from './rule-failures.ts'

describe('RuleFailures', () => {
  const reported: string[] = []
  before(() => reportFailures((work, error) => reported.push(`${work}: ${errorMessage(error)}`)))
  after(() => reportFailures(undefined))

  it('names the rule and the object, each rule once an hour', () => {
    const failures = new RuleFailures()
    const subject = { kind: 'Pod', name: 'web-1', namespace: 'shop' }
    const report = (rule: string, at: number) =>
      failures.report(rule, { subject, error: new TypeError('specs is not iterable'), now: at })
    report('crash-loop', now)
    report('crash-loop', now + 3_599_999)
    report('out-of-memory', now + 1)
    report('crash-loop', now + 3_600_000)
    const failure = (rule: string) =>
      `diagnosis: rule "${rule}" cannot read Pod shop/web-1: specs is not iterable`
    expect(reported).to.deep.equal([failure('crash-loop'), failure('out-of-memory'), failure('crash-loop')])
  })
})
