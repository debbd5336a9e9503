import type { Kind } from '../cluster/kind.ts'
import type { Condition } from '../cluster/objects.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import type { Event } from '../kinds/events/model.ts'
import { nameOf, type Evidence } from './finding.ts'

/** Returns a field of an object's status or spec as evidence; `field` as kubectl explain takes it: `status.phase`. */
export function fieldEvidence(
  { kind }: Pick<Kind<unknown>, 'kind'>,
  { metadata }: KubernetesObject,
  field: string,
  text: string,
): Evidence {
  const source = field.startsWith('status.') ? 'status' : 'spec'
  return { source, reference: `${kind} ${nameOf(metadata)} ${field}`, text }
}

/** Returns a condition of an object's status as evidence. */
export function conditionEvidence(
  kind: Pick<Kind<unknown>, 'kind'>,
  object: KubernetesObject,
  { type, status, reason = '', message = '' }: Condition,
): Evidence {
  const words = [`${type}=${status}`, reason].filter((part) => part !== '').join(' ')
  return fieldEvidence(
    kind,
    object,
    `status.conditions[${type}]`,
    message === '' ? words : `${words}: ${message}`,
  )
}

/** Returns an Event as evidence. */
export function eventEvidence({ involvedObject, reason = '', message = '' }: Event): Evidence {
  const { kind = '', name = '', namespace = '' } = involvedObject ?? {}
  return { source: 'event', reference: `${kind} ${nameOf({ name, namespace })} ${reason}`, text: message }
}

/** Returns the last lines of a container's log as evidence; nothing for an empty log. */
export function logEvidence(
  { metadata }: KubernetesObject,
  container: string,
  lines: readonly string[],
): Evidence[] {
  if (lines.length === 0) return []
  return [
    { source: 'log', reference: `Pod ${nameOf(metadata)} container ${container}`, text: lines.join('\n') },
  ]
}
