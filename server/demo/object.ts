/** An owner reference, as the garbage collector and controllers read it. */
export interface OwnerReference {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

/** The fields of one manager, as server-side apply records them (KEP-555). */
export interface ManagedFields {
  manager: string
  operation: 'Update' | 'Apply'
  apiVersion: string
  time: string
  fieldsType: 'FieldsV1'
  fieldsV1: Record<string, unknown>
  subresource?: string
}

/** The metadata fields that the demo cluster reads or writes. */
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

/** Any Kubernetes object. Stored objects are immutable: clone, change, put. */
export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
  [field: string]: unknown
}

export type JsonObject = Record<string, unknown>

/** Whether a value is a JSON object, not an array, null or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value at a dotted path; undefined if a step is missing. */
export function valueAt(object: unknown, path: string): unknown {
  let value: unknown = object
  for (const step of path.split('.')) {
    if (!isJsonObject(value)) return undefined
    value = value[step]
  }
  return value
}

/** Returns the text at a dotted path, as a field selector sees it: '' if it is missing. */
export function textAt(object: unknown, path: string): string {
  const value = valueAt(object, path)
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Formats a time like metav1.Time: UTC, whole seconds. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
