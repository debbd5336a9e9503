import { jsonPointer } from '../core/formats/json-pointer.ts'
import { isObject } from '../core/json.ts'
import { redactText } from '../core/redact-text.ts'
import type { PodSpec } from '../kinds/pods/model.ts'
import type { FieldChange } from './finding.ts'

const TEMPLATE = '/spec/template/spec'
/** Fields of a Pod's spec whose values are no secrets, as JSON Pointers; arguments and variables are not among them. */
const PUBLIC_FIELD =
  /^(?:\/(?:initContainers|containers)\/\d+\/(?:image|resources\/(?:limits|requests)\/[^/]+|(?:liveness|readiness|startup)Probe\/(?:\w+Seconds|\w+Threshold|(?:httpGet|tcpSocket|grpc)\/port))|\/serviceAccountName|\/nodeSelector\/[^/]+)$/
const MAX_CHANGES = 20
const MAX_DEPTH = 20

/**
 * Returns the changes of a workload's fields that make the Pod template of its revision the one from before; undefined unless
 * each difference is of a single value of a public field. Caches keep no arguments and no values of variables, so those are
 * compared only where they are known.
 */
export function changesBack(before: PodSpec, now: PodSpec): readonly FieldChange[] | undefined {
  const changes: FieldChange[] = []
  const isComplete = collect(before, now, [], changes)
  return isComplete && changes.length > 0 ? changes : undefined
}

/** Adds the differences of two values; false unless each is of a single value of a public field. */
function collect(
  before: unknown,
  now: unknown,
  path: readonly (string | number)[],
  changes: FieldChange[],
): boolean {
  if (Object.is(before, now)) return true
  if (path.length >= MAX_DEPTH) return false
  if (Array.isArray(before) && Array.isArray(now))
    return (
      before.length === now.length &&
      before.every((value, at) => collect(value, now[at], [...path, at], changes))
    )
  if (isObject(before) && isObject(now)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(now)])
    return [...keys].every((key) => collect(valueOf(before, key), valueOf(now, key), [...path, key], changes))
  }
  if (!isSingle(before) || !isSingle(now) || typeof before !== typeof now) return false
  const pointer = jsonPointer(path)
  if (!PUBLIC_FIELD.test(pointer) || !isSafe(before) || !isSafe(now)) return false
  changes.push({ pointer: TEMPLATE + pointer, from: now, value: before })
  return changes.length <= MAX_CHANGES
}

function valueOf(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function isSingle(value: unknown): value is FieldChange['value'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Whether a value is short, and has no credential, such as an image with a password. */
function isSafe(value: FieldChange['value']): boolean {
  return (
    typeof value !== 'string' || (value.length <= 512 && redactText(value, { keepNames: true }) === value)
  )
}
