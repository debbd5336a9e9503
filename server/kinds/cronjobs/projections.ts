import { toIsoSeconds, truncateToSeconds } from '../../core/formats/timestamp.ts'
import { ageExpiresAt, commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import type { CronJob } from './model.ts'
import { nextScheduleTime } from './next-schedule-time.ts'
import type { CronJobDetail, CronJobSummary } from './schema.ts'

/** Projects a CronJob for lists; `now` in milliseconds since 1970. */
export function cronJobSummary(cronJob: CronJob, now: number): CronJobSummary {
  return { ...commonSummary(cronJob.metadata, now), ...fieldsOf(cronJob, now) }
}

/** Projects a CronJob for its detail response; `now` in milliseconds since 1970. */
export function cronJobDetail(cronJob: CronJob, now: number): CronJobDetail {
  const { metadata } = cronJob
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(cronJob, now),
    ownerReferences: ownerReferences(metadata),
  }
}

/** Returns the time at which the age or the next time of the schedule changes, in milliseconds since 1970. */
export function cronJobExpiresAt(cronJob: CronJob, now: number): number {
  return Math.min(ageExpiresAt(cronJob, now), nextScheduleTime(cronJob, now) ?? Infinity)
}

/** The columns of kubectl. Source: k8s.io/kubernetes, printers/internalversion, printCronJob. */
function fieldsOf(cronJob: CronJob, now: number) {
  const { metadata, spec, status } = cronJob
  const suspend = spec?.suspend === true
  const next = nextScheduleTime(cronJob, now)
  return {
    namespace: metadata.namespace ?? '',
    schedule: spec?.schedule ?? '',
    ...omitEmpty({ timeZone: spec?.timeZone }),
    suspend,
    status: suspend ? ('Suspended' as const) : ('Active' as const),
    active: status?.active?.length ?? 0,
    ...omitEmpty({
      lastScheduleTime: truncateToSeconds(status?.lastScheduleTime),
      lastSuccessfulTime: truncateToSeconds(status?.lastSuccessfulTime),
      nextScheduleTime: next === undefined ? undefined : toIsoSeconds(next),
    }),
    concurrencyPolicy: spec?.concurrencyPolicy ?? 'Allow',
  }
}
