import type { List, ObjectMeta, StringMap } from '../../cluster/objects.ts'

/** core/v1 LimitRangeItem. */
export interface LimitRangeItem {
  type: string
  max?: StringMap
  min?: StringMap
  default?: StringMap
  defaultRequest?: StringMap
  maxLimitRequestRatio?: StringMap
}

/** core/v1 LimitRange: the fields the service reads. */
export interface LimitRange {
  metadata: ObjectMeta
  spec?: { limits?: List<LimitRangeItem> }
}
