import { isObject } from '../core/json.ts'
import { redactText } from '../core/redact-text.ts'
import type { PodSpec } from '../kinds/pods/model.ts'
import type { FieldChange } from './finding.ts'

const TEMPLATE = '/spec/template/spec'
/** Fields whose values are no secrets; arguments and variables are not among them. */
const TOLD =
  /^(?:\/(?:initContainers|containers)\/\d+\/(?:image|resources\/(?:limits|requests)\/[^/]+|(?:liveness|readiness|startup)Probe\/(?:\w+Seconds|\w+Threshold|(?:httpGet|tcpSocket|grpc)\/port))|\/serviceAccountName|\/nodeSelector\/[^/]+)$/
const MAX_CHANGES = 20
const MAX_DEPTH = 20

/**
 * Returns the changes of a workload's fields that make the Pod template of its revision the one from before; undefined if there
 * are others than of single values, or of fields whose values are not told. Caches keep no arguments and no values of variables, so
 * those are compared only where they are known.
 */
export function changesBack(before: PodSpec, now: PodSpec): readonly FieldChange[] | undefined {
  const changes: FieldChange[] = []
  const isTold = collect(before, now, '', changes) && changes.length > 0
  return isTold ? changes : undefined
}

/** Adds the differences of two values; false if they are not of single values that are told. */
function collect(before: unknown, now: unknown, path: string, changes: FieldChange[]): boolean {
  if (Object.is(before, now)) return true
  if (path.split('/').length > MAX_DEPTH) return false
  if (Array.isArray(before) && Array.isArray(now))
    return (
      before.length === now.length &&
      before.every((value, at) => collect(value, now[at], `${path}/${at}`, changes))
    )
  if (isObject(before) && isObject(now)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(now)])
    return [...keys].every((key) =>
      collect(valueOf(before, key), valueOf(now, key), `${path}/${segmentOf(key)}`, changes),
    )
  }
  if (!isSingle(before) || !isSingle(now) || typeof before !== typeof now) return false
  if (!TOLD.test(path) || !isSafe(before) || !isSafe(now)) return false
  changes.push({ pointer: TEMPLATE + path, from: now, value: before })
  return changes.length <= MAX_CHANGES
}

function valueOf(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Returns a key as a segment of a JSON Pointer (RFC 6901). */
function segmentOf(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
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
