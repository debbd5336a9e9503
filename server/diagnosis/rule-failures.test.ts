import { expect } from 'chai'
import { now } from '../testing/metadata.ts'
import { RuleFailures } from './rule-failures.ts'

describe('RuleFailures', () => {
  it('counts each failure, and logs the rule and the object once an hour', async () => {
    const failures = new RuleFailures()
    const logged: string[] = []
    failures.logTo({
      warn: (message, fields) => logged.push(`${message}: ${(fields as { reason: string }).reason}`),
    })
    const subject = { kind: 'Pod', name: 'web-1', namespace: 'shop' }
    const report = (rule: string, at: number) =>
      failures.report(rule, { subject, error: new TypeError('specs is not iterable'), now: at })
    report('crash-loop', now)
    report('crash-loop', now + 3_599_999)
    report('out-of-memory', now + 1)
    report('crash-loop', now + 3_600_000)
    const line = (rule: string) =>
      `rule "${rule}" cannot read Pod shop/web-1; its findings are missing: specs is not iterable`
    expect(logged).to.deep.equal([line('crash-loop'), line('out-of-memory'), line('crash-loop')])
    const { values } = await failures.counter.get()
    expect(values.map(({ labels, value }) => [labels.rule, value])).to.deep.equal([
      ['crash-loop', 3],
      ['out-of-memory', 1],
    ])
  })
})
