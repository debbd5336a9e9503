import { expect } from 'chai'
import { jobs } from '../../kinds/jobs/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'

const conditions = [
  {
    type: 'Failed',
    status: 'True',
    reason: 'BackoffLimitExceeded',
    message: 'Job has reached the specified backoff limit',
    lastTransitionTime: '2026-11-27T11:06:10Z',
  },
]
const failed = { status: { failed: 2, conditions } }
const complete = { status: { conditions: [{ type: 'Complete', status: 'True' }] } }

const pod = (exitCode: number, finishedAt: string) => ({
  metadata: controlledBy('Job', 'load'),
  status: {
    phase: 'Failed',
    containerStatuses: [{ name: 'app', state: { terminated: { exitCode, reason: 'Error', finishedAt } } }],
  },
})

describe('rule job-failed', () => {
  it('says the reason, the exit code of the last Pod and its last words', () => {
    const [finding] = new RuleCluster({ logs: { 'shop/load-b app': ['no database'] } })
      .add(jobs, 'load', failed)
      .add(pods, 'load-a', pod(1, '2026-11-27T11:05:00Z'))
      .add(pods, 'load-b', pod(3, '2026-11-27T11:06:00Z'))
      .findings(jobs, 'load')
    expect(finding).to.deep.include({
      rule: 'job-failed',
      title: 'Job failed: BackoffLimitExceeded',
      message:
        'The Job failed at 2026-11-27T11:06:10Z: Job has reached the specified backoff limit. Failed Pods: 2. Container "app" of the last Pod "load-b" ended with exit code 3.',
    })
    expect(finding?.evidence.map(({ source, text }) => `${source}: ${text}`)).to.deep.equal([
      'status: Failed=True BackoffLimitExceeded: Job has reached the specified backoff limit',
      'status: exitCode 3 Error',
      'log: no database',
    ])
  })

  it('stands without the Pods where they may not be read', () => {
    const cluster = new RuleCluster({ denied: [pods] }).add(jobs, 'load', failed)
    expect(cluster.findings(jobs, 'load').map(({ rule }) => rule)).to.deep.equal(['job-failed'])
    expect(cluster.dependencies(jobs, 'load').unavailable.map(({ kind }) => kind)).to.deep.equal([pods])
  })

  it('does not match a Job of a CronJob after a later one has succeeded, but does after an earlier one', () => {
    const own = (creationTimestamp: string) => ({
      metadata: { ...controlledBy('CronJob', 'nightly'), creationTimestamp },
    })
    const rules = (creationTimestamp: string) =>
      new RuleCluster()
        .add(jobs, 'load', { ...failed, ...own('2026-11-27T11:00:00Z') })
        .add(jobs, 'other', { ...complete, ...own(creationTimestamp) })
        .findings(jobs, 'load')
        .map(({ rule }) => rule)
    expect(rules('2026-11-27T11:10:00Z')).to.deep.equal([])
    expect(rules('2026-11-27T10:50:00Z')).to.deep.equal(['job-failed'])
  })

  it('reads nothing for a Job that has not failed', () => {
    const { keys } = new RuleCluster().add(jobs, 'load', complete).dependencies(jobs, 'load')
    expect([...keys]).to.deep.equal([])
  })
})
