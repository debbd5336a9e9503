import type { View } from '../view.ts'
import type { ReadObject } from './event.ts'
import type { Block, Packed, Packing } from './packing.ts'
import type { Sharing } from './sharing.ts'

/** From when until when a list item reads so, in milliseconds since 1970, and by which view it was made. */
export interface ItemLife {
  readonly view: object
  readonly from: number
  readonly until: number
}

/** What tells of an object in an index or a selection. */
export interface EntryKeys {
  namespace: string
  name: string
  version: string
  labels: Readonly<Record<string, string>>
  /** The values of the kind's fields, in their order, two at most; '' where there is none, as the API server selects. */
  fields: readonly string[]
  /** The uid of the owner that controls it. */
  controller: string | undefined
}

/** What the store holds of one version of an object: a new version is a new entry. */
export class Entry<T> implements Packed {
  readonly namespace: string
  readonly name: string
  readonly version: string
  readonly labels: Readonly<Record<string, string>>
  readonly #first: string
  readonly #second: string
  readonly controller: string | undefined
  /** Its place in the order in which its store took entries in; set by the store. */
  taken = 0
  /** Its JSON as an item of a list; undefined before it is made, and where it cannot be viewed. */
  item: string | undefined
  /** Undefined before the item is made. */
  life: ItemLife | undefined
  /** Whether somebody has asked for its item. */
  asked = false
  /** Where the object is, without what nobody reads. */
  block: Block
  at: number
  /** Carries T for the compiler; never set. */
  declare readonly shape?: T

  constructor(keys: EntryKeys, packing: Packing, json: Buffer) {
    this.namespace = keys.namespace
    this.name = keys.name
    this.version = keys.version
    this.labels = keys.labels
    // Two slots take a fifth of the room of a list.
    ;[this.#first = '', this.#second = ''] = keys.fields
    this.controller = keys.controller
    this.block = packing.open
    this.at = this.block.add(this, json)
  }

  /** The value of one of the kind's fields. */
  field(at: number): string {
    return at === 0 ? this.#first : this.#second
  }

  /** It is not the state of its object any more; who still holds it can go on reading it. */
  leave(): void {
    this.block.leave(this.at)
  }
}

/** The object of an entry, parsed anew: the caller may keep it. */
export function objectOf<T>(entry: Entry<T>): T {
  return JSON.parse(entry.block.text(entry.at)) as T
}

/** The uid of an entry's object; it is asked for too seldom to be held. */
export function uidOf(entry: Entry<unknown>): string | undefined {
  const { metadata } = objectOf(entry) as { metadata: { uid?: string } }
  return metadata.uid
}

export interface ProjectionOptions<T> {
  sharing: Sharing
  packing: Packing
  /** How an object is shown in lists. */
  view: View<T, unknown> | undefined
  /** Told of an object that cannot be kept or viewed; lists pass it over. */
  quarantined: () => void
}

/** Makes entries of the objects of one kind. */
export class Projection<T> {
  readonly #options: ProjectionOptions<T>
  readonly #life: ItemLife | undefined
  /** Where the parts of an object that are listed are put together. */
  #room = Buffer.alloc(0)

  constructor(options: ProjectionOptions<T>) {
    this.#options = options
    const { view } = options
    this.#life =
      view === undefined || view.holdsUntil !== undefined
        ? undefined
        : { view, from: -Infinity, until: Infinity }
  }

  /** What there is to keep of an object; undefined where that is not what its kind says: others are seen all the same. */
  entry(object: ReadObject | undefined): Entry<T> | undefined {
    try {
      if (object !== undefined) return this.#entry(object)
    } catch {
      // It is counted with those that have no name or version.
    }
    this.#options.quarantined()
    return undefined
  }

  /** The entry of the object that was read last, with its item made before anybody asks for it, where that never changes by itself. */
  shown(entry: Entry<T>, object: ReadObject): Entry<T> {
    const { view } = this.#options
    if (view === undefined || this.#life === undefined) return entry
    entry.life = this.#life
    try {
      // It says it is of this kind; a view that fails over it says otherwise. Nothing in this item depends on the time.
      entry.item = JSON.stringify(view.show(JSON.parse(this.#listed(object)) as T, 0))
    } catch {
      this.#options.quarantined()
    }
    return entry
  }

  /** The JSON of what is listed of an object. */
  #listed({ json, listed }: ReadObject): string {
    if (this.#room.length < json.length) this.#room = Buffer.allocUnsafeSlow(json.length)
    let end = 0
    for (let at = 0; at < listed.length; at += 2)
      end += json.copy(this.#room, end, listed[at], listed[at + 1])
    return this.#room.toString('utf8', 0, end)
  }

  #entry({ name, version, namespace, labels, owners, fields, json }: ReadObject): Entry<T> {
    const { sharing, packing } = this.#options
    const keys = {
      namespace: sharing.string(text(namespace)),
      name,
      version,
      labels: sharing.labels(labels),
      fields: fields.map((field) => sharing.string(text(field))),
      controller: this.#controller(owners),
    }
    return new Entry<T>(keys, packing, json)
  }

  #controller(owners: string | undefined): string | undefined {
    const references: unknown = owners === undefined ? undefined : JSON.parse(owners)
    if (!Array.isArray(references)) return undefined
    for (const one of references as unknown[]) {
      if (typeof one !== 'object' || one === null || Reflect.get(one, 'controller') !== true) continue
      return this.#options.sharing.string(text(Reflect.get(one, 'uid')))
    }
    return undefined
  }
}

function text(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw new TypeError('a text is wanted')
}
