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

/**
 * An object without what nobody reads, and what every store has to know of it; the rest is left unparsed. Whether what it says
 * is what its kind says nobody has looked at yet.
 */
export interface ReadObject {
  name: string
  version: string
  namespace: unknown
  /** The JSON of its labels and of its owners. */
  labels: string | undefined
  owners: string | undefined
  /** The values of the kind's fields, in their order. */
  fields: readonly unknown[]
  /** The JSON of all of it, which lies in bytes of somebody else's. */
  json: Buffer
  /** Where in it stands what list items are made of, beginnings and ends, until the next object is read. */
  listed: readonly number[]
}

const TOLD = [
  'kind',
  'metadata.name',
  'metadata.resourceVersion',
  'metadata.namespace',
  'metadata.labels',
  'metadata.ownerReferences',
]
const CHANGES: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED'])

/** What of a kind says how its objects are read. */
type ReadKind = Pick<Kind<unknown>, 'kind' | 'unread' | 'fields'>

/** Reads objects of one kind out of the bytes that an API server sent, which it takes over. */
export class ObjectReader {
  readonly #kind: string
  readonly #cutter: Cutter

  /** `listed` is what list items are made of, as paths; without it, all there is. */
  constructor({ kind, unread, fields }: ReadKind, listed?: readonly string[]) {
    this.#kind = JSON.stringify(kind)
    this.#cutter = new Cutter({ unread, told: [...TOLD, ...(fields ?? [])], listed })
  }

  /** Reads one line of a watch; throws Malformed for what is no event of the kind. Source: meta/v1 WatchEvent. */
  event(line: Buffer): WatchEvent {
    const { type, at, object } = this.#envelope(line)
    if (object === undefined) return type === 'ERROR' ? errorOf(parsed(line, at)) : this.#bookmark(line, at)
    if (object.told[0] !== this.#kind) throw new Malformed('an object of another kind')
    return { type: 'change', deleted: type === 'DELETED', object: usable(object) }
  }

  /** Reads an item of a list; undefined where it cannot be kept, Malformed where it is no JSON object. */
  item(bytes: Buffer): ReadObject | undefined {
    return usable(this.#cutter.cut(bytes, 0))
  }

  /** The type of an event, and where its object begins; of a change the object, without what nobody reads. */
  #envelope(line: Buffer): { type: string; at: number; object: CutObject | undefined } {
    const found: { type?: string; at: number; object?: CutObject } = { at: line.length }
    takeMembers(line, afterSpace(line, 0), (name, at) => {
      if (name === 'object') {
        found.at = at
        if (found.type !== undefined && CHANGES.has(found.type)) {
          found.object = this.#cutter.cut(line, at)
          return found.object.end
        }
      }
      const valueEnd = endOfValue(line, at)
      if (name === 'type' && line[at] === QUOTE) found.type = line.toString('utf8', at + 1, valueEnd - 1)
      return valueEnd
    })
    const { type, at, object } = found
    // API servers say the type first.
    if (type !== undefined && CHANGES.has(type))
      return { type, at, object: object ?? this.#cutter.cut(line, at) }
    if (type !== 'BOOKMARK' && type !== 'ERROR') throw new Malformed('an unknown type')
    return { type, at, object: undefined }
  }

  #bookmark(line: Buffer, at: number): WatchEvent {
    const { kind, metadata } = parsed(line, at)
    if (JSON.stringify(kind) !== this.#kind) throw new Malformed('an object of another kind')
    const { resourceVersion: version, annotations } = isObject(metadata) ? metadata : {}
    if (typeof version !== 'string' || !isResourceVersion(version))
      throw new Malformed('a bookmark without version')
    const initialEventsEnd = isObject(annotations) && annotations['k8s.io/initial-events-end'] === 'true'
    return { type: 'bookmark', version, initialEventsEnd }
  }
}

/** An object that can be kept: it has a name and a version that compares. */
function usable({ json, listed, told }: CutObject): ReadObject | undefined {
  const [, name, version, namespace, labels, owners] = told
  const [said, number] = [valueOf(name), valueOf(version)]
  if (typeof said !== 'string' || said === '') return undefined
  if (typeof number !== 'string' || !isResourceVersion(number)) return undefined
  return {
    name: said,
    version: number,
    namespace: valueOf(namespace),
    labels,
    owners,
    fields: told.slice(TOLD.length).map(valueOf),
    json,
    listed,
  }
}

function valueOf(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json)
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

function parsed(line: Buffer, at: number): Record<string, unknown> {
  const value: unknown =
    at < line.length ? JSON.parse(line.toString('utf8', at, endOfValue(line, at))) : undefined
  if (isObject(value)) return value
  throw new Malformed('no JSON object where one is wanted')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
