import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, type KubeObject, type ManagedFields, isJsonObject, timestamp } from '../object.ts'

/** Lists whose elements are owned individually, with their keys. */
const listKeys: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  volumes: ['name'],
  env: ['name'],
  volumeMounts: ['mountPath'],
  conditions: ['type'],
  ownerReferences: ['uid'],
  addresses: ['type'],
  podIPs: ['ip'],
  hostIPs: ['ip'],
}

const unowned: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'selfLink',
])

const bare: ReadonlySet<string> = new Set(['metadata', 'spec', 'status', 'template', 'containers'])

/** Returns the fields of a change in the format of fieldsV1 of server-side apply (KEP-555). */
export function changedFields(before: JsonObject | undefined, after: JsonObject): JsonObject {
  const fields: JsonObject = {}
  for (const [name, value] of Object.entries(after)) {
    if (name === 'apiVersion' || name === 'kind') continue
    if (name === 'metadata' && isJsonObject(value)) {
      const owned = Object.fromEntries(Object.entries(value).filter(([field]) => !unowned.has(field)))
      const previous = before?.['metadata']
      const below = ofObject(isJsonObject(previous) ? previous : undefined, owned)
      if (Object.keys(below).length > 0) fields['f:metadata'] = below
    } else {
      add(fields, name, before?.[name], value)
    }
  }
  return fields
}

function ofObject(before: JsonObject | undefined, after: JsonObject): JsonObject {
  const fields: JsonObject = {}
  for (const [name, value] of Object.entries(after)) add(fields, name, before?.[name], value)
  return fields
}

function add(fields: JsonObject, name: string, before: unknown, after: unknown): void {
  if (after === undefined || isDeepStrictEqual(before, after)) return
  const below = isJsonObject(after)
    ? ofObject(isJsonObject(before) ? before : undefined, after)
    : ofList(name, before, after)
  const whole = before === undefined && Object.keys(below).length > 0 && !bare.has(name)
  fields[`f:${name}`] = whole ? { '.': {}, ...below } : below
}

function ofList(name: string, before: unknown, after: unknown): JsonObject {
  if (!Array.isArray(after)) return {}
  const fields: JsonObject = {}
  for (const element of after) {
    const key = isJsonObject(element) ? keyOf(name, element) : undefined
    if (key === undefined || !isJsonObject(element)) return {}
    const previous = Array.isArray(before)
      ? before.find((candidate) => isJsonObject(candidate) && keyOf(name, candidate) === key)
      : undefined
    if (isDeepStrictEqual(previous, element)) continue
    fields[`k:${key}`] = { ...(previous === undefined ? { '.': {} } : {}), ...ofObject(previous, element) }
  }
  return fields
}

function keyOf(name: string, element: JsonObject): string | undefined {
  if (name === 'ports') {
    const field = 'containerPort' in element ? 'containerPort' : 'port'
    return JSON.stringify({ [field]: element[field], protocol: element['protocol'] ?? 'TCP' })
  }
  const keys = listKeys[name]
  return keys === undefined
    ? undefined
    : JSON.stringify(Object.fromEntries(keys.map((key) => [key, element[key]])))
}

/** The writer of a change, as managedFields records it. */
export interface Writer {
  manager: string
  now: number
  subresource?: string
}

/** Returns the managedFields of an object after a writer has changed it. */
export function managedAfter(
  before: KubeObject | undefined,
  after: KubeObject,
  writer: Writer,
): ManagedFields[] {
  const { manager, subresource } = writer
  const others = before?.metadata.managedFields ?? []
  const fieldsV1 = changedFields(before, after)
  if (Object.keys(fieldsV1).length === 0) return others
  const own = others.find((entry) => entry.manager === manager && entry.subresource === subresource)
  const entry: ManagedFields = {
    manager,
    operation: 'Update',
    apiVersion: after.apiVersion,
    time: timestamp(writer.now),
    fieldsType: 'FieldsV1',
    fieldsV1: unite(own?.fieldsV1 ?? {}, fieldsV1),
    ...(subresource === undefined ? {} : { subresource }),
  }
  return [...others.filter((other) => other !== own), entry]
}

function unite(left: JsonObject, right: JsonObject): JsonObject {
  const united = { ...left }
  for (const [field, value] of Object.entries(right)) {
    const present = united[field]
    united[field] = isJsonObject(present) && isJsonObject(value) ? unite(present, value) : value
  }
  return united
}
