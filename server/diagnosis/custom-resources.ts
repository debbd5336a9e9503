import type { ServedType } from '../cluster/discovery/served-types.ts'
import type { Kind } from '../cluster/kind.ts'
import type { Condition, List, ObjectMeta } from '../cluster/objects.ts'
import { defineRule, type Rule } from './define-rule.ts'
import { conditionEvidence } from './evidence.ts'

/** A custom resource with conditions, as most have them: the fields the service reads. */
export interface CustomResource {
  metadata: ObjectMeta
  status?: { conditions?: List<Condition> }
}

/** Conditions that say that something is wrong, and the status with which they do. Source: kstatus, Flux, Argo CD. */
const WRONG: readonly (readonly [type: string, status: string])[] = [
  ['Ready', 'False'],
  ['Stalled', 'True'],
  ['Degraded', 'True'],
]
/** Time for a controller to reconcile an object. */
const RECONCILED_MS = 60_000

/** Returns the kind of a type of custom resources; everything but metadata and status is dropped from its cache. */
export function customKind({
  kind,
  apiGroup,
  version,
  plural,
  namespaced,
}: ServedType): Kind<CustomResource> {
  return {
    kind,
    apiGroup,
    version,
    plural,
    namespaced,
    custom: true,
    unread: ['spec', 'data', 'metadata.annotations'],
  }
}

/** Returns the rule for custom resources of a kind. */
export function customResourceRule(kind: Kind<CustomResource>): Rule<CustomResource> {
  return defineRule({
    id: 'custom-resource-not-ready',
    on: kind,
    severity: 'warning',
    description:
      'The controller of a custom resource says that it is not ready, stalled or degraded (groups in rbac.customResources).',
    find: (object, facts) => {
      if (object.metadata.deletionTimestamp) return undefined
      const conditions = object.status?.conditions ?? []
      const wrong = WRONG.flatMap(
        ([type, status]) => conditions.find((one) => one.type === type && one.status === status) ?? [],
      )
      const [first] = wrong
      if (first === undefined) return undefined
      const since = first.lastTransitionTime ?? object.metadata.creationTimestamp
      if (!facts.elapsed(since, RECONCILED_MS)) return undefined
      const words = first.message ?? first.reason ?? 'no message'
      return {
        title: `${first.type} is ${first.status}${first.reason === undefined ? '' : `: ${first.reason}`}`,
        message: `Its controller says since ${since}: ${words}`,
        evidence: wrong.map((condition) => conditionEvidence(kind, object, condition)),
        hint: `The controller of ${kind.plural}.${kind.apiGroup} decides this: look at its log if the message is not enough.`,
        since,
        confidence: 0.95,
      }
    },
  })
}
