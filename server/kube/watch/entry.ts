import type { Kind } from '../kinds.ts'
import type { RawObject } from './event.ts'
import type { Sharing } from './sharing.ts'
import { trim, unreadPaths, type Path } from './trim.ts'

/** What the store holds of one version of an object. It never changes: a new version is a new entry. */
export interface Entry<T> {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly version: string
  readonly labels: Readonly<Record<string, string>>
  /** The values of the kind's fields, in their order; '' where there is none, as the API server selects. */
  readonly fields: readonly string[]
  /** The uid of the owner that controls it. */
  readonly controller: string | undefined
  /** The object without what nobody reads, as JSON: a tenth of what it takes parsed. */
  readonly json: string
  /** Carries T for the compiler; never set. */
  readonly shape?: T
}

/** The object of an entry, parsed anew: the caller may keep it. */
export function objectOf<T>(entry: Entry<T>): T {
  return JSON.parse(entry.json) as T
}

/** Makes entries of the objects of one kind; throws for one that is not what its kind says (it is then quarantined). */
export class Projection<T> {
  readonly #unread: readonly Path[]
  readonly #fields: readonly Path[]
  readonly #sharing: Sharing

  constructor(kind: Kind<T>, sharing: Sharing) {
    this.#unread = unreadPaths(kind.unread)
    this.#fields = (kind.fields ?? []).map((field) => field.split('.'))
    this.#sharing = sharing
  }

  /** Takes the object over: it is cut down in place. */
  entry(object: RawObject): Entry<T> {
    const { metadata } = object
    trim(object, this.#unread)
    return {
      namespace: this.#sharing.string(text(metadata.namespace)),
      name: metadata.name,
      uid: text(metadata.uid),
      version: metadata.resourceVersion,
      labels: this.#sharing.labels(labelsOf(metadata.labels)),
      fields: this.#fields.map((path) => this.#sharing.string(text(at(object, path)))),
      controller: this.#controller(metadata.ownerReferences),
      json: JSON.stringify(object),
    }
  }

  #controller(references: unknown): string | undefined {
    if (!Array.isArray(references)) return undefined
    for (const one of references as unknown[]) {
      if (typeof one !== 'object' || one === null || Reflect.get(one, 'controller') !== true) continue
      return this.#sharing.string(text(Reflect.get(one, 'uid')))
    }
    return undefined
  }
}

function at(object: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    object,
  )
}

function text(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw new TypeError('a text is wanted')
}

function labelsOf(value: unknown): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new TypeError('labels are no map')
  for (const one of Object.values(value)) text(one)
  return value as Readonly<Record<string, string>>
}
