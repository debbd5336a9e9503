import type { Condition } from '../../cluster/objects.ts'
import type { Job } from './model.ts'
import type { JobSummary } from './schema.ts'

/**
 * Returns a Job's status in one word: the column STATUS of kubectl, which does not know Pending and has further words for Jobs
 * that are about to end. Source: k8s.io/kubernetes, printers/internalversion, printJob.
 */
export function jobStatus(job: Job): JobSummary['status'] {
  if (condition(job, 'Complete') !== undefined) return 'Complete'
  if (condition(job, 'Failed') !== undefined) return 'Failed'
  if (condition(job, 'Suspended') !== undefined) return 'Suspended'
  return job.status?.startTime ? 'Running' : 'Pending'
}

/** Returns the seconds from start to end; undefined for a Job that has not ended. A failed Job has no completion time. */
export function jobDuration(job: Job): number | undefined {
  const { startTime, completionTime } = job.status ?? {}
  const ended = completionTime ?? condition(job, 'Failed')?.lastTransitionTime
  const milliseconds = Date.parse(ended ?? '') - Date.parse(startTime ?? '')
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, Math.floor(milliseconds / 1000))
}

/** Returns the condition of a type, if it is true. */
function condition({ status }: Job, type: string): Condition | undefined {
  return status?.conditions?.find((one) => one.type === type && one.status === 'True')
}
