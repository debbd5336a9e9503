import { isObject } from '../../core/json.ts'
import type { Kind } from '../kind.ts'
import { FieldFilter, type FilteredObject } from './json-field-filter.ts'
import { afterSpace, endOfValue, QUOTE, forEachMember } from './json-scanner.ts'
import { MalformedLineError } from './line-splitter.ts'

/** An event of a watch. A `change` without an object cannot be cached: the object has no name. */
export type WatchEvent =
  | { type: 'change'; deleted: boolean; object: DecodedObject | undefined }
  | { type: 'bookmark'; version: string; initialEventsEnd: boolean }
  | { type: 'error'; code: number; reason: string; retryAfterSeconds: number | undefined }

/**
 * A filtered object with the extracted fields that every store needs; the rest stays unparsed. Nothing has
 * validated it against its kind's schema yet.
 */
export interface DecodedObject {
  name: string
  /** Its resourceVersion as the API server wrote it, '' where it has none: nothing says that it compares. */
  version: string
  namespace: unknown
  /** The JSON of its labels and of its owner references. */
  labels: string | undefined
  owners: string | undefined
  /** Values of the kind's selectable fields, in their order. */
  fields: readonly unknown[]
  /** The filtered object's JSON, in a buffer that belongs to the caller. */
  json: Buffer
  /** Starts and ends of the list item's byte ranges within `json`, valid until the next object is read. */
  itemJson: readonly number[]
}

const EXTRACTED = [
  'kind',
  'metadata.name',
  'metadata.resourceVersion',
  'metadata.namespace',
  'metadata.labels',
  'metadata.ownerReferences',
]
const CHANGES: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED'])

/** The fields of a kind that its decoder uses. */
type DecodedKind = Pick<Kind<unknown>, 'kind' | 'unread' | 'sizes' | 'fields'>

/** Decodes objects of one kind from the bytes of an API server; overwrites those bytes. */
export class WatchEventDecoder {
  readonly #kind: string
  readonly #cutter: FieldFilter

  /** `listed` names the fields that list items are built from; absent: the whole object. */
  constructor({ kind, unread, sizes, fields }: DecodedKind, listed?: readonly string[]) {
    this.#kind = JSON.stringify(kind)
    this.#cutter = new FieldFilter({
      drop: unread,
      sizes: sizes?.fields,
      extract: [...EXTRACTED, ...(fields ?? [])],
      keepForItem: listed,
    })
  }

  /** Decodes one line of a watch; throws Malformed for anything else. Source: meta/v1 WatchEvent. */
  event(line: Buffer): WatchEvent {
    const { type, offset, object } = this.#envelope(line)
    if (object === undefined)
      return type === 'ERROR' ? errorOf(parsed(line, offset)) : this.#bookmark(line, offset)
    if (object.extracted[0] !== this.#kind) throw new MalformedLineError('an object of another kind')
    return { type: 'change', deleted: type === 'DELETED', object: usable(object) }
  }

  /** Decodes one list item; undefined if it cannot be cached. Throws Malformed unless a JSON object. */
  item(bytes: Buffer): DecodedObject | undefined {
    return usable(this.#cutter.filter(bytes, 0))
  }

  /** Returns an event's type, the offset of its object and, for a change, the filtered object. */
  #envelope(line: Buffer): { type: string; offset: number; object: FilteredObject | undefined } {
    const found: { type?: string; offset: number; object?: FilteredObject } = { offset: line.length }
    forEachMember(line, afterSpace(line, 0), (name, valueOffset) => {
      if (name === 'object') {
        found.offset = valueOffset
        if (found.type !== undefined && CHANGES.has(found.type)) {
          found.object = this.#cutter.filter(line, valueOffset)
          return found.object.end
        }
      }
      const valueEnd = endOfValue(line, valueOffset)
      if (name === 'type' && line[valueOffset] === QUOTE)
        found.type = line.toString('utf8', valueOffset + 1, valueEnd - 1)
      return valueEnd
    })
    const { type, offset, object } = found
    // API servers write the type first; this covers the other order.
    if (type !== undefined && CHANGES.has(type))
      return { type, offset, object: object ?? this.#cutter.filter(line, offset) }
    if (type !== 'BOOKMARK' && type !== 'ERROR') throw new MalformedLineError('an unknown event type')
    return { type, offset, object: undefined }
  }

  #bookmark(line: Buffer, offset: number): WatchEvent {
    const { kind, metadata } = parsed(line, offset)
    if (JSON.stringify(kind) !== this.#kind) throw new MalformedLineError('an object of another kind')
    const { resourceVersion: version, annotations } = isObject(metadata) ? metadata : {}
    if (typeof version !== 'string' || version === '')
      throw new MalformedLineError('a bookmark without resourceVersion')
    const initialEventsEnd = isObject(annotations) && annotations['k8s.io/initial-events-end'] === 'true'
    return { type: 'bookmark', version, initialEventsEnd }
  }
}

/** An object that can be kept: it has a name. */
function usable({ json, itemJson: listed, extracted }: FilteredObject): DecodedObject | undefined {
  const [, name, version, namespace, labels, owners] = extracted
  const [nameText, versionText] = [valueOf(name), valueOf(version)]
  if (typeof nameText !== 'string' || nameText === '') return undefined
  return {
    name: nameText,
    version: typeof versionText === 'string' ? versionText : '',
    namespace: valueOf(namespace),
    labels,
    owners,
    fields: extracted.slice(EXTRACTED.length).map(valueOf),
    json,
    itemJson: listed,
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

function parsed(line: Buffer, offset: number): Record<string, unknown> {
  const value: unknown =
    offset < line.length ? JSON.parse(line.toString('utf8', offset, endOfValue(line, offset))) : undefined
  if (isObject(value)) return value
  throw new MalformedLineError('not a JSON object')
}
