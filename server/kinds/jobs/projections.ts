import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import { projectProbedConditions } from '../shared/conditions.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import { templateImages } from '../shared/pod-template.ts'
import type { Job } from './model.ts'
import type { JobDetail, JobSummary } from './schema.ts'
import { jobDuration, jobStatus } from './status.ts'

/** Projects a Job for lists; `now` in milliseconds since 1970. */
export function jobSummary(job: Job, now: number): JobSummary {
  return { ...commonSummary(job.metadata, now), ...fieldsOf(job) }
}

/** Projects a Job for its detail response; `now` in milliseconds since 1970. */
export function jobDetail(job: Job, now: number): JobDetail {
  const { metadata } = job
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(job),
    ownerReferences: ownerReferences(metadata),
  }
}

function fieldsOf(job: Job) {
  const { metadata, spec, status } = job
  return {
    namespace: metadata.namespace ?? '',
    status: jobStatus(job),
    ...omitEmpty({ completions: spec?.completions }),
    parallelism: spec?.parallelism ?? 1,
    succeeded: status?.succeeded ?? 0,
    failed: status?.failed ?? 0,
    active: status?.active ?? 0,
    ...omitEmpty({
      startTime: truncateToSeconds(status?.startTime),
      completionTime: truncateToSeconds(status?.completionTime),
      durationSeconds: jobDuration(job),
    }),
    images: templateImages(spec?.template),
    conditions: projectProbedConditions(status?.conditions),
  }
}
