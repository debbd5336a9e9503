import { expect } from 'chai'
import { cronJobs } from '../../kinds/cronjobs/kind.ts'
import { jobs } from '../../kinds/jobs/kind.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'

const cronJob = (spec: object = {}, status: object = {}) => ({
  spec: { schedule: '*/10 * * * *', ...spec },
  status: { lastScheduleTime: '2026-11-27T11:50:00Z', ...status },
})

const job = (minute: string, type: string) => ({
  metadata: { ...controlledBy('CronJob', 'nightly'), creationTimestamp: `2026-11-27T11:${minute}:00Z` },
  status: { conditions: [{ type, status: 'True' }] },
})

const rulesOf = (cluster: RuleCluster) => cluster.findings(cronJobs, 'nightly').map(({ rule }) => rule)

describe('rule cronjob-failing', () => {
  it('matches three failed Jobs in a row, which explain it', () => {
    const cluster = new RuleCluster().add(
      cronJobs,
      'nightly',
      cronJob({}, { lastSuccessfulTime: '2026-11-27T11:45:00Z' }),
    )
    for (const minute of ['46', '47', '48']) cluster.add(jobs, `run-${minute}`, job(minute, 'Failed'))
    const [finding] = cluster.findings(cronJobs, 'nightly')
    expect(finding).to.deep.include({ rule: 'cronjob-failing', since: '2026-11-27T11:45:00Z' })
    expect(finding?.causes.map(({ id }) => id)).to.deep.equal(['job-failed/Job/shop/run-48'])
  })

  it('matches one failed Job where the schedule came three times since the last success', () => {
    const after = (lastSuccessfulTime: string) =>
      rulesOf(
        new RuleCluster()
          .add(cronJobs, 'nightly', cronJob({}, { lastSuccessfulTime }))
          .add(jobs, 'run-50', job('50', 'Failed')),
      )
    expect(after('2026-11-27T11:20:30Z')).to.deep.equal(['cronjob-failing'])
    expect(after('2026-11-27T11:30:30Z')).to.deep.equal([])
  })

  it('does not match where one of the last three Jobs succeeded, nor a suspended CronJob', () => {
    const withJobs = (spec: object, middle: string) =>
      new RuleCluster()
        .add(cronJobs, 'nightly', cronJob(spec, { lastSuccessfulTime: '2026-11-27T11:47:30Z' }))
        .add(jobs, 'run-46', job('46', 'Failed'))
        .add(jobs, 'run-47', job('47', middle))
        .add(jobs, 'run-48', job('48', 'Failed'))
    expect(rulesOf(withJobs({}, 'Complete'))).to.deep.equal([])
    expect(rulesOf(withJobs({ suspend: true }, 'Failed'))).to.deep.equal([])
    expect(rulesOf(withJobs({}, 'Failed'))).to.deep.equal(['cronjob-failing'])
  })

  it('reads nothing after a run that succeeded', () => {
    const { keys } = new RuleCluster()
      .add(cronJobs, 'nightly', cronJob({}, { lastSuccessfulTime: '2026-11-27T11:50:20Z' }))
      .dependencies(cronJobs, 'nightly')
    expect([...keys]).to.deep.equal([])
  })
})
