import type { Condition } from '../../cluster/objects.ts'
import { deployments } from '../../kinds/deployments/kind.ts'
import { replicaSets } from '../../kinds/replicasets/kind.ts'
import type { ReplicaSet } from '../../kinds/replicasets/model.ts'
import { changesBack } from '../changes-back.ts'
import { defineRule } from '../define-rule.ts'
import { fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import type { Finding } from '../finding.ts'
import { findingsOfPods, ownedPods, replicaSetsOf } from '../owned-pods.ts'
import { templateChanges } from '../template-changes.ts'

/** Time after a change in which a first failure is put down to it. */
const SOON_MS = 15 * 60_000
/** Findings that no change of the template brings about. */
const UNRELATED: ReadonlySet<string> = new Set(['node-of-pod-not-ready', 'termination-stuck'])

/**
 * The findings of the Pods are the causes: they are certain and say what is wrong, while a change at the same time is a conjecture
 * that says whence it may come.
 */
export const failingSinceChange = defineRule({
  id: 'failing-since-change',
  on: deployments,
  severity: 'critical',
  description:
    'The Pods of a new revision fail since soon after a change of the template, before which the workload was available.',
  find: (deployment, facts) => {
    if ((deployment.status?.unavailableReplicas ?? 0) === 0) return undefined
    const [newest, ...others] = replicaSetsOf(deployment, facts)
    if (newest === undefined) return undefined
    const ready = others.find(({ status }) => (status?.readyReplicas ?? 0) > 0)
    const older = ready ?? others.find((one) => servedLong(one, newest, conditionOf(deployment, 'Available')))
    if (older === undefined) return undefined
    const causes = findingsOfPods(ownedPods(newest, facts), facts).filter((one) =>
      beganSoonAfter(one, newest),
    )
    if (causes.length === 0) return undefined
    const changes = templateChanges(older.spec?.template?.spec ?? {}, newest.spec?.template?.spec ?? {})
    const [first, ...rest] = changes
    const { name, creationTimestamp } = newest.metadata
    const what =
      first === undefined
        ? 'a change'
        : `a change: ${first.subject}${rest.length > 0 ? ` and ${rest.length} more` : ''}`
    return {
      title: `failing since ${what}`,
      message:
        `The Pods of ReplicaSet ${name} fail since it was made at ${creationTimestamp}` +
        (ready === undefined
          ? `, after ${older.metadata.name}. `
          : `; those of ${older.metadata.name} are ready. `) +
        (first === undefined
          ? 'The templates differ in arguments, values of the environment or volumes.'
          : `Changed: ${changes.map(({ subject, text }) => `${subject} (${text})`).join('; ')}.`),
      evidence: changes.map(({ field, text }) =>
        fieldEvidence(replicaSets, newest, `spec.template.spec.${field}`, text),
      ),
      hint: 'Correct the change, or roll back: kubectl rollout undo.',
      patch: ready && changesBack(older.spec?.template?.spec ?? {}, newest.spec?.template?.spec ?? {}),
      since: creationTimestamp,
      confidence: 0.6,
      causes,
    }
  },
})

/**
 * Whether a ReplicaSet that has no Pods any more was in use for a while before the change: a container that ends soon after its start
 * is available for a moment, so that a rollout without readiness probe goes through.
 */
function servedLong({ metadata }: ReplicaSet, newest: ReplicaSet, available: Condition | undefined): boolean {
  const [began, changed] = [metadata, newest.metadata].map((one) => Date.parse(one.creationTimestamp))
  if (began === undefined || changed === undefined || changed - began < SOON_MS) return false
  return available?.status !== 'False' || Date.parse(available.lastTransitionTime ?? '') >= changed
}

function beganSoonAfter({ rule, since }: Finding, { metadata }: ReplicaSet): boolean {
  const [began, changed] = [Date.parse(since ?? ''), Date.parse(metadata.creationTimestamp)]
  return !UNRELATED.has(rule) && began <= changed + SOON_MS
}
