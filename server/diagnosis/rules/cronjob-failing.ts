import { cronJobs } from '../../kinds/cronjobs/kind.ts'
import type { CronJob } from '../../kinds/cronjobs/model.ts'
import { nextScheduleTime } from '../../kinds/cronjobs/next-schedule-time.ts'
import { jobs } from '../../kinds/jobs/kind.ts'
import { jobStatus } from '../../kinds/jobs/status.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import { inNamespaceOf } from '../owned-pods.ts'

const RUNS = 3

export const cronJobFailing = defineRule({
  id: 'cronjob-failing',
  on: cronJobs,
  severity: 'critical',
  description: 'The last three Jobs of a CronJob have failed.',
  find: (cronJob, facts) => {
    const { lastScheduleTime, lastSuccessfulTime } = cronJob.status ?? {}
    if (cronJob.spec?.suspend === true || !lastScheduleTime) return undefined
    if ((lastSuccessfulTime ?? '') >= lastScheduleTime) return undefined
    const ended = facts
      .list(jobs, { ...inNamespaceOf(cronJob), controlledBy: cronJob.metadata.uid })
      .filter((job) => ['Complete', 'Failed'].includes(jobStatus(job)))
      .toSorted((one, other) => (one.metadata.creationTimestamp < other.metadata.creationTimestamp ? 1 : -1))
    const last = ended[0]
    const firstSuccess = ended.findIndex((job) => jobStatus(job) === 'Complete')
    const failures = firstSuccess === -1 ? ended.length : firstSuccess
    // Of failed Jobs only spec.failedJobsHistoryLimit are left: one by default.
    if (last === undefined || failures === 0 || (failures < RUNS && !hasMissedRuns(cronJob))) return undefined
    const failed = conditionOf(last, 'Failed')
    return {
      title: 'every run fails',
      message: `No run has succeeded since ${lastSuccessfulTime ?? 'the CronJob was created'}; the last Job "${last.metadata.name}" failed.`,
      evidence: [
        fieldEvidence(cronJobs, cronJob, 'status.lastSuccessfulTime', lastSuccessfulTime ?? 'unset'),
        ...(failed === undefined ? [] : [conditionEvidence(jobs, last, failed)]),
      ],
      hint: 'Mend the cause of the last failure, then run it once: kubectl create job --from=cronjob/NAME.',
      since: lastSuccessfulTime ?? cronJob.metadata.creationTimestamp,
      confidence: 0.95,
      causes: facts.findings(jobs, last),
    }
  },
})

/** Whether the schedule has come three times since the last success, until the last run. */
function hasMissedRuns(cronJob: CronJob): boolean {
  const { lastScheduleTime, lastSuccessfulTime } = cronJob.status ?? {}
  const end = Date.parse(lastScheduleTime ?? '')
  let time: number | undefined = Date.parse(lastSuccessfulTime ?? cronJob.metadata.creationTimestamp)
  for (let run = 0; run < RUNS; run++) {
    time = nextScheduleTime(cronJob, time)
    if (time === undefined || time > end) return false
  }
  return true
}
