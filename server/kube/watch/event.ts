import { isResourceVersion } from '../../grammar/resource-version.ts'
import type { Kind } from '../kinds.ts'
import { Cutter, type CutObject } from './cut.ts'
import { afterSpace, endOfValue, QUOTE, takeMembers } from './json-bytes.ts'
import { Malformed } from './lines.ts'

/** What a watch tells. A `change` whose object is undefined cannot be kept: it has no name or no version. */
export type WatchEvent =
  | { type: 'change'; deleted: boolean; object: ReadObject | undefined }
  | { type: 'bookmark'; version: string; initialEventsEnd: boolean }
  | { type: 'error'; code: number; reason: string; retryAfterSeconds: number | undefined }

/** An object without what nobody reads: parsed, and the JSON it was parsed from, which lies in bytes of somebody else's. */
export interface ReadObject {
  object: RawObject
  json: Buffer
}

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

const CHANGES: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED'])

/** Reads objects of one kind out of the bytes that an API server sent, which it takes over. */
export class ObjectReader {
  readonly #kind: Kind<unknown>
  readonly #cutter: Cutter

  constructor(kind: Kind<unknown>) {
    this.#kind = kind
    this.#cutter = new Cutter(kind.unread)
  }

  /** Reads one line of a watch; throws Malformed for what is no event of the kind. Source: meta/v1 WatchEvent. */
  event(line: Buffer): WatchEvent {
    const { type, json } = this.#envelope(line)
    const object = parsed(json)
    if (type === 'ERROR') return errorOf(object)
    if (object['kind'] !== this.#kind.kind) throw new Malformed('an object of another kind')
    if (type === 'BOOKMARK') return bookmarkOf(object)
    return { type: 'change', deleted: type === 'DELETED', object: usable(object, json) }
  }

  /** Reads an item of a list; undefined where it cannot be kept, Malformed where it is no JSON object. */
  item(bytes: Buffer): ReadObject | undefined {
    const { json } = this.#cutter.cut(bytes, 0)
    return usable(parsed(json), json)
  }

  /** The type of an event and its object; of a change without what nobody reads. */
  #envelope(line: Buffer): { type: string; json: Buffer } {
    const found: { type?: string; at: number; object?: CutObject } = { at: line.length }
    const whole = takeMembers(line, afterSpace(line, 0), (name, at) => {
      const isChange = found.type !== undefined && CHANGES.has(found.type)
      if (name === 'object' && isChange) {
        found.object = this.#cutter.cut(line, at)
        return found.object.end
      }
      const valueEnd = endOfValue(line, at)
      if (name === 'object') found.at = at
      else if (name === 'type' && line[at] === QUOTE) found.type = line.toString('utf8', at + 1, valueEnd - 1)
      return valueEnd
    })
    const { type, at } = found
    if (type === undefined || !whole) throw new Malformed('no whole event')
    if (CHANGES.has(type)) {
      // API servers say the type first.
      const { json } = found.object ?? this.#cutter.cut(line, at)
      return { type, json }
    }
    if (type !== 'BOOKMARK' && type !== 'ERROR') throw new Malformed('an unknown type')
    return { type, json: line.subarray(at, endOfValue(line, at)) }
  }
}

/** An object that can be kept: it has a name and a version that compares. */
function usable(object: Record<string, unknown>, json: Buffer): ReadObject | undefined {
  return isUsable(object) ? { object, json } : undefined
}

function isUsable(object: Record<string, unknown>): object is RawObject {
  if (!isObject(object['metadata'])) return false
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

function parsed(json: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json.toString())
    if (isObject(value)) return value
  } catch {
    // Told below: whatever it is, it is no object.
  }
  throw new Malformed('no JSON object where one is wanted')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
