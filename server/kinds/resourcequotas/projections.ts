import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import type { ResourceQuota } from './model.ts'
import type { QuotaDetail, QuotaSummary } from './schema.ts'

/** Projects a ResourceQuota for lists; `now` in milliseconds since 1970. */
export function quotaSummary(quota: ResourceQuota, now: number): QuotaSummary {
  return { ...commonSummary(quota.metadata, now), ...fieldsOf(quota) }
}

/** Projects a ResourceQuota for its detail response; `now` in milliseconds since 1970. */
export function quotaDetail(quota: ResourceQuota, now: number): QuotaDetail {
  const { metadata, spec } = quota
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(quota),
    declared: spec?.hard ?? {},
    scopes: [...(spec?.scopes ?? [])],
    scopeSelector: (spec?.scopeSelector?.matchExpressions ?? []).map(({ scopeName, operator, values }) => ({
      scopeName,
      operator,
      values: [...(values ?? [])],
    })),
    ownerReferences: ownerReferences(metadata),
  }
}

/** The columns REQUEST and LIMIT of kubectl. Source: k8s.io/kubernetes, printers/internalversion, printResourceQuota. */
function fieldsOf({ metadata, status }: ResourceQuota) {
  return { namespace: metadata.namespace ?? '', hard: status?.hard ?? {}, used: status?.used ?? {} }
}
