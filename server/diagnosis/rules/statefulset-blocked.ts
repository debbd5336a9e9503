import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { statefulSets } from '../../kinds/statefulsets/kind.ts'
import type { StatefulSet } from '../../kinds/statefulsets/model.ts'
import { desiredReplicas, rollingReplicas } from '../../kinds/statefulsets/status.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import type { Facts } from '../facts.ts'
import { unreadySince } from '../owned-pods.ts'

const WAIT_MS = 60_000
/** Maximum number of Pods that are looked at, in the order of ordinals. */
const MAX_PODS = 1000

export const statefulSetBlocked = defineRule({
  id: 'statefulset-blocked',
  on: statefulSets,
  severity: 'critical',
  description: 'A Pod of a StatefulSet is not ready, and the Pods after it wait for it.',
  find: (statefulSet, facts) => {
    const { spec, status } = statefulSet
    const waiting = waitingPods(statefulSet)
    if (waiting === undefined || (spec?.podManagementPolicy ?? 'OrderedReady') !== 'OrderedReady')
      return undefined
    const pod = firstUnready(statefulSet, facts)
    const since = pod === undefined ? undefined : unreadySince(pod)
    if (pod === undefined || since === undefined || !facts.elapsed(since, WAIT_MS)) return undefined
    const ready = conditionOf(pod, 'Ready')
    const { name } = pod.metadata
    return {
      title: `Pod "${name}" blocks the Pods after it`,
      message: `Pod "${name}" is not ready since ${since}, and the controller waits for it before it ${waiting}.`,
      evidence: [
        fieldEvidence(statefulSets, statefulSet, 'status.readyReplicas', String(status?.readyReplicas ?? 0)),
        ...(ready === undefined ? [] : [conditionEvidence(pods, pod, ready)]),
      ],
      hint: `Mend the Pod "${name}"; a Pod of a broken revision has to be deleted after the template is corrected.`,
      since,
      confidence: 0.8,
      causes: facts.findings(pods, pod),
    }
  },
})

/** Returns what the controller does only after its Pods are ready; undefined if nothing is left to do. */
function waitingPods(statefulSet: StatefulSet): string | undefined {
  const { status } = statefulSet
  const desired = desiredReplicas(statefulSet)
  if ((status?.readyReplicas ?? 0) >= desired) return undefined
  const missing = desired - (status?.replicas ?? 0)
  if (missing > 0) return `creates ${missing} more`
  const outdated = rollingReplicas(statefulSet) - (status?.updatedReplicas ?? 0)
  return status?.currentRevision !== status?.updateRevision && outdated > 0
    ? `updates ${outdated} more`
    : undefined
}

/** Returns the first Pod in the order of ordinals that is not ready; undefined if one before it does not exist. */
function firstUnready({ metadata, spec, status }: StatefulSet, facts: Facts): Pod | undefined {
  const start = spec?.ordinals?.start ?? 0
  const length = Math.min(status?.replicas ?? 0, MAX_PODS)
  const names = Array.from({ length }, (_, at) => `${metadata.name}-${start + at}`)
  const created = facts.getAll(pods, names, metadata.namespace)
  const first = names.find((name) => {
    const pod = created.get(name)
    return pod === undefined || unreadySince(pod) !== undefined
  })
  return first === undefined ? undefined : created.get(first)
}
