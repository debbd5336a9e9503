import { jobs } from '../../kinds/jobs/kind.ts'
import type { Job } from '../../kinds/jobs/model.ts'
import type { ContainerStateTerminated, Pod } from '../../kinds/pods/model.ts'
import { containersOf } from '../containers.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, fieldEvidence, logEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import type { Facts } from '../facts.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { findingsOfPods, inNamespaceOf, ownedPods } from '../owned-pods.ts'
import { controllerOf } from '../../cluster/read/ownership.ts'

/** The container that failed last. */
interface Failure {
  readonly pod: Pod
  readonly container: string
  readonly field: `status.${string}`
  readonly terminated: ContainerStateTerminated
}

export const jobFailed = defineRule({
  id: 'job-failed',
  on: jobs,
  severity: 'critical',
  description: 'A Job has failed, and no later Job of its CronJob has succeeded.',
  find: (job, facts) => {
    const failed = conditionOf(job, 'Failed')
    if (failed?.status !== 'True' || wasRepeated(job, facts)) return undefined
    const owned = facts.optional(() => ownedPods(job, facts)) ?? []
    const failure = lastFailure(owned)
    const { reason = 'no reason', message = '' } = failed
    return {
      title: `Job failed: ${reason}`,
      message: [
        `The Job failed at ${failed.lastTransitionTime ?? 'an unknown time'}: ${message || reason}. Failed Pods: ${job.status?.failed ?? 0}.`,
        ...(failure === undefined ? [] : [wordsOf(failure)]),
      ].join(' '),
      evidence: [
        conditionEvidence(jobs, job, failed),
        ...(failure === undefined ? [] : evidenceOf(failure, facts)),
      ],
      hint:
        reason === 'DeadlineExceeded'
          ? 'Raise spec.activeDeadlineSeconds, or find out why it takes so long; then create the Job again.'
          : 'Mend the cause of the exit code, then create the Job again: a failed Job does not run again.',
      since: failed.lastTransitionTime ?? null,
      confidence: 0.95,
      causes: findingsOfPods(owned, facts),
    }
  },
})

/** Whether a later Job of the same CronJob has succeeded. */
function wasRepeated(job: Job, facts: Facts): boolean {
  const owner = controllerOf(job.metadata)
  if (owner?.kind !== 'CronJob') return false
  const siblings = facts.optional(() => facts.list(jobs, { ...inNamespaceOf(job), controlledBy: owner.uid }))
  return (siblings ?? []).some(
    (one) =>
      one.metadata.creationTimestamp > job.metadata.creationTimestamp &&
      conditionOf(one, 'Complete')?.status === 'True',
  )
}

function lastFailure(all: readonly Pod[]): Failure | undefined {
  const failures = all.flatMap((pod) =>
    containersOf(pod).flatMap(({ status: { name, state, lastState }, field }): Failure[] => {
      const part = state?.terminated ? 'state' : 'lastState'
      const terminated = state?.terminated ?? lastState?.terminated
      if (!terminated || terminated.exitCode === 0) return []
      return [{ pod, container: name, field: `${field}.${part}.terminated`, terminated }]
    }),
  )
  const timeOf = ({ terminated }: Failure) => terminated.finishedAt ?? ''
  return failures.toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1))[0]
}

function wordsOf({ pod, container, terminated: { exitCode, reason } }: Failure): string {
  const words = reason === undefined || reason === 'Error' ? '' : ` (${reason})`
  return `Container "${container}" of the last Pod "${pod.metadata.name}" ended with exit code ${exitCode}${words}.`
}

function evidenceOf({ pod, container, field, terminated }: Failure, facts: Facts) {
  const { exitCode, reason = '', message = '' } = terminated
  const text = [`exitCode ${exitCode}`, reason, message].filter((part) => part !== '').join(' ')
  return [
    fieldEvidence(pods, pod, field, text),
    ...logEvidence(pod, container, facts.log(pod, container, false)),
  ]
}
