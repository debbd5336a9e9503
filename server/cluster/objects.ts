/**
 * Types that objects of several kinds share: only the fields the service uses, under their JSON names. Every
 * field the API server may omit is optional. Fields that Go writes as `null` (unset times, empty lists and
 * maps) may be null.
 */

export type List<T> = readonly T[] | null
/** RFC 3339 timestamp, in whole seconds or with a fraction (metav1.MicroTime). */
export type Time = string | null
export type StringMap = Readonly<Record<string, string>> | null
export type IntOrString = number | string

export interface OwnerReference {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean | null
}

export interface ObjectMeta {
  name: string
  namespace?: string
  uid: string
  creationTimestamp: string
  resourceVersion?: string
  generation?: number
  labels?: StringMap
  annotations?: StringMap
  ownerReferences?: List<OwnerReference>
  finalizers?: List<string>
  deletionTimestamp?: Time
  deletionGracePeriodSeconds?: number | null
}

export interface Condition {
  type: string
  status: string
  reason?: string
  message?: string
  lastUpdateTime?: Time
  lastTransitionTime?: Time
  lastProbeTime?: Time
  lastHeartbeatTime?: Time
}

export interface LabelSelectorRequirement {
  key: string
  operator: string
  values?: List<string>
}

export interface LabelSelector {
  matchLabels?: StringMap
  matchExpressions?: List<LabelSelectorRequirement>
}
