import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import type { LimitRange } from './model.ts'
import type { LimitRangeDetail, LimitRangeSummary } from './schema.ts'

/** Projects a LimitRange for lists; `now` in milliseconds since 1970. */
export function limitRangeSummary(range: LimitRange, now: number): LimitRangeSummary {
  return { ...commonSummary(range.metadata, now), ...fieldsOf(range) }
}

/** Projects a LimitRange for its detail response; `now` in milliseconds since 1970. */
export function limitRangeDetail(range: LimitRange, now: number): LimitRangeDetail {
  const { metadata } = range
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(range),
    ownerReferences: ownerReferences(metadata),
  }
}

function fieldsOf({ metadata, spec }: LimitRange) {
  return {
    namespace: metadata.namespace ?? '',
    limits: (spec?.limits ?? []).map((item) => ({
      type: item.type,
      max: item.max ?? {},
      min: item.min ?? {},
      default: item.default ?? {},
      defaultRequest: item.defaultRequest ?? {},
      maxLimitRequestRatio: item.maxLimitRequestRatio ?? {},
    })),
  }
}
