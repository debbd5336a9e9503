import { isResourceVersion } from '../../grammar/resource-version.ts'
import type { Kind } from '../kinds.ts'
import { Malformed } from './lines.ts'
import { unmanaged } from './unmanaged.ts'

/** What a watch tells. A `change` whose object is undefined cannot be kept: it has no name or no version. */
export type WatchEvent =
  | { type: 'change'; deleted: boolean; object: RawObject | undefined }
  | { type: 'bookmark'; version: string; initialEventsEnd: boolean }
  | { type: 'error'; code: number; reason: string; retryAfterSeconds: number | undefined }

/** An object as it was parsed, known to have what every store needs. */
export interface RawObject {
  metadata: RawMetadata
  [field: string]: unknown
}

interface RawMetadata {
  name: string
  resourceVersion: string
  namespace?: unknown
  uid?: unknown
  labels?: unknown
  ownerReferences?: unknown
  [field: string]: unknown
}

/** Reads one line of a watch on a kind, whose bytes it takes over; throws Malformed for what is no event of that kind. Source: meta/v1 WatchEvent. */
export function readEvent(line: Buffer, kind: Kind<unknown>): WatchEvent {
  const { type, object } = parsed(line)
  if (typeof type !== 'string' || !isObject(object)) throw new Malformed('no type or no object')
  if (type === 'ERROR') return errorOf(object)
  if (object['kind'] !== kind.kind) throw new Malformed('an object of another kind')
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type: 'change', deleted: type === 'DELETED', object: isUsable(object) ? object : undefined }
    case 'BOOKMARK':
      return bookmarkOf(object)
    default:
      throw new Malformed('an unknown type')
  }
}

/** Whether an object can be kept: it has a name and a version that compares. */
export function isUsable(object: unknown): object is RawObject {
  if (!isObject(object) || !isObject(object['metadata'])) return false
  const { name, resourceVersion } = object['metadata']
  if (typeof name !== 'string' || name === '') return false
  return typeof resourceVersion === 'string' && isResourceVersion(resourceVersion)
}

function bookmarkOf(object: Record<string, unknown>): WatchEvent {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {}
  const { resourceVersion: version, annotations } = metadata
  if (typeof version !== 'string' || !isResourceVersion(version))
    throw new Malformed('a bookmark without version')
  const initialEventsEnd = isObject(annotations) && annotations['k8s.io/initial-events-end'] === 'true'
  return { type: 'bookmark', version, initialEventsEnd }
}

function errorOf({ code, reason, details }: Record<string, unknown>): WatchEvent {
  const seconds = isObject(details) ? details['retryAfterSeconds'] : undefined
  return {
    type: 'error',
    code: typeof code === 'number' ? code : 500,
    reason: typeof reason === 'string' ? reason : '',
    retryAfterSeconds: typeof seconds === 'number' ? seconds : undefined,
  }
}

function parsed(line: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(unmanaged(line))
    if (isObject(value)) return value
  } catch {
    // Told below: whatever it is, it is no event.
  }
  throw new Malformed('a line that is no JSON object')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
