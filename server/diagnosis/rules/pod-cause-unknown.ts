import { pods } from '../../kinds/pods/kind.ts'
import { podStatus } from '../../kinds/pods/status.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import { controllerOf } from '../../cluster/read/ownership.ts'

/** Time that a Pod has to become ready: no rule waits longer. */
const STARTING_MS = 5 * 60_000

export const podCauseUnknown = defineRule({
  id: 'pod-cause-unknown',
  on: pods,
  severity: 'warning',
  isFallback: true,
  description: 'A Pod has not been ready for five minutes or has failed, and no other rule knows why.',
  find: (pod, facts) => {
    const { phase = 'Pending' } = pod.status ?? {}
    const ready = conditionOf(pod, 'Ready')
    if (phase === 'Succeeded' || ready?.status === 'True' || pod.metadata.deletionTimestamp) return undefined
    // A Job tries again; whether it fails in the end is the finding of another rule.
    if (phase === 'Failed' && controllerOf(pod.metadata)?.kind === 'Job') return undefined
    const since = ready?.lastTransitionTime ?? pod.metadata.creationTimestamp
    if (phase !== 'Failed' && !facts.elapsed(since, STARTING_MS)) return undefined
    const status = podStatus(pod)
    return {
      title: phase === 'Failed' ? `Pod has failed (${status})` : `Pod is not ready (${status})`,
      message: `The cause is not known from the objects that may be read; not ready since ${since}.`,
      evidence: [
        fieldEvidence(pods, pod, 'status.phase', phase),
        ...(ready === undefined ? [] : [conditionEvidence(pods, pod, ready)]),
      ],
      hint: 'The events of the Pod and the logs of its containers tell more: kubectl describe pod, kubectl logs.',
      since,
      confidence: 0.5,
      group: status,
    }
  },
})
