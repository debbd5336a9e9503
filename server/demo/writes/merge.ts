import { type JsonObject, isJsonObject } from '../object.ts'
import { badRequest } from '../status.ts'

/** Applies a JSON merge patch (RFC 7386): null removes a member, objects are merged, other values replace. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {}
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field]
    else merged[field] = mergePatch(merged[field], value)
  }
  return merged
}

/** The merge key of each list; lists that are not named here are replaced as a whole. */
const mergeKeys: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  volumes: ['name'],
  env: ['name'],
  imagePullSecrets: ['name'],
  secrets: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  ports: ['containerPort', 'port'],
  hostAliases: ['ip'],
  podIPs: ['ip'],
  hostIPs: ['ip'],
  topologySpreadConstraints: ['topologyKey'],
  conditions: ['type'],
  addresses: ['type'],
  ownerReferences: ['uid'],
}

const primitiveMerge: ReadonlySet<string> = new Set(['finalizers'])

/**
 * Applies a strategic merge patch with its directives (apimachinery's strategicpatch, limited to the kinds
 * served here).
 */
export function strategicMerge(target: JsonObject, patch: JsonObject): JsonObject {
  if (patch['$patch'] === 'replace') return withoutDirectives(patch)
  if (patch['$patch'] === 'delete') return {}
  const merged: JsonObject = { ...target }
  const retained = patch['$retainKeys']
  if (Array.isArray(retained)) {
    for (const field of Object.keys(merged)) if (!retained.includes(field)) delete merged[field]
  }
  for (const [field, value] of Object.entries(patch)) {
    if (field.startsWith('$deleteFromPrimitiveList/')) {
      const list = field.slice(field.indexOf('/') + 1)
      const current = merged[list]
      if (Array.isArray(current) && Array.isArray(value)) {
        merged[list] = current.filter((element) => !value.includes(element))
      }
    } else if (!field.startsWith('$')) {
      setField(merged, field, value)
    }
  }
  for (const [field, order] of Object.entries(patch)) {
    if (field.startsWith('$setElementOrder/')) reorder(merged, field.slice(field.indexOf('/') + 1), order)
  }
  return merged
}

function setField(merged: JsonObject, field: string, value: unknown): void {
  const current = merged[field]
  if (value === null) delete merged[field]
  else if (isJsonObject(value)) merged[field] = strategicMerge(isJsonObject(current) ? current : {}, value)
  else if (Array.isArray(value))
    merged[field] = mergeList(field, Array.isArray(current) ? current : [], value)
  else merged[field] = value
}

function mergeList(field: string, current: readonly unknown[], patch: readonly unknown[]): unknown[] {
  if (primitiveMerge.has(field)) return [...new Set([...current, ...patch])]
  const keys = mergeKeys[field]
  if (keys === undefined) return [...patch]
  const changes = patch.filter(isJsonObject)
  if (changes.some((change) => change['$patch'] === 'replace')) {
    return changes.filter((change) => change['$patch'] !== 'replace')
  }
  const merged = [...current]
  for (const change of changes) {
    const key = keys.find((candidate) => candidate in change)
    if (key === undefined) {
      throw badRequest(`map: ${JSON.stringify(change)} does not contain declared merge key: ${keys[0] ?? ''}`)
    }
    const position = merged.findIndex((element) => isJsonObject(element) && element[key] === change[key])
    const found = merged[position]
    if (change['$patch'] === 'delete') {
      if (position !== -1) merged.splice(position, 1)
    } else if (isJsonObject(found)) {
      merged[position] = strategicMerge(found, change)
    } else {
      merged.push(strategicMerge({}, change))
    }
  }
  return merged
}

function reorder(merged: JsonObject, field: string, order: unknown): void {
  const list = merged[field]
  const keys = mergeKeys[field] ?? []
  if (!Array.isArray(list) || !Array.isArray(order)) return
  const place = (element: unknown): number =>
    order.findIndex((wanted) => {
      if (!isJsonObject(wanted) || !isJsonObject(element)) return wanted === element
      return keys.some((key) => key in wanted && wanted[key] === element[key])
    })
  const ordered = list.filter((element) => place(element) !== -1)
  const others = list.filter((element) => place(element) === -1)
  merged[field] = [...ordered.sort((left, right) => place(left) - place(right)), ...others]
}

function withoutDirectives(patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !field.startsWith('$')))
}
