/** Who controls an object, as Kubernetes' garbage collector and controllers read it. */
export interface OwnerReference {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

/** One writer's fields, as server-side apply records them (KEP-555). */
export interface ManagedFields {
  manager: string
  operation: 'Update' | 'Apply'
  apiVersion: string
  time: string
  fieldsType: 'FieldsV1'
  fieldsV1: Record<string, unknown>
  subresource?: string
}

/** The part of metadata that the demo cluster reads or writes. */
export type ObjectMeta = {
  name: string
  generateName?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  creationTimestamp?: string
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
  ownerReferences?: OwnerReference[]
  finalizers?: string[]
  managedFields?: ManagedFields[]
}

/** Any Kubernetes object. What is in the store is never changed in place: clone, change, put. */
export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
  [field: string]: unknown
}

export type JsonObject = Record<string, unknown>

/** True for a JSON object, false for an array, null or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a dotted path, undefined where a step is missing. */
export function valueAt(object: unknown, path: string): unknown {
  let value: unknown = object
  for (const step of path.split('.')) {
    if (!isJsonObject(value)) return undefined
    value = value[step]
  }
  return value
}

/** The text at a dotted path, as a field selector sees it: '' where there is none. */
export function textAt(object: unknown, path: string): string {
  const value = valueAt(object, path)
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** A time as metav1.Time writes it: UTC, whole seconds. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
