import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import { maskAnnotations } from '../../core/redact.ts'
import { projectConditions } from '../shared/conditions.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import type { Namespace } from './model.ts'
import type { NamespaceDetail, NamespaceSummary } from './schema.ts'

/** Projects a Namespace for lists; `now` in milliseconds since 1970. */
export function namespaceSummary(namespace: Namespace, now: number): NamespaceSummary {
  const { metadata } = namespace
  return {
    ...commonSummary(metadata, now),
    status: statusOf(namespace),
    annotations: maskAnnotations(metadata.annotations ?? {}),
  }
}

/** Projects a Namespace for its detail response; `now` in milliseconds since 1970. */
export function namespaceDetail(namespace: Namespace, now: number): NamespaceDetail {
  const { metadata, spec, status } = namespace
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    status: statusOf(namespace),
    ...omitEmpty({ deletionTimestamp: truncateToSeconds(metadata.deletionTimestamp) }),
    finalizers: [...(spec?.finalizers ?? []), ...(metadata.finalizers ?? [])],
    conditions: projectConditions(status?.conditions),
    ownerReferences: ownerReferences(metadata),
  }
}

/** The column STATUS of kubectl; the API server sets the phase of each Namespace. */
function statusOf({ status }: Namespace): string {
  return status?.phase ?? 'Active'
}
