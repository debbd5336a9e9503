import { crc32 } from 'node:zlib'
import type { Projection } from '../read/projection.ts'
import type { DecodedObject } from './watch-event-decoder.ts'
import type { CompressedBlock, StoredLocation, BlockStore } from './block-store.ts'
import type { Interner } from './interner.ts'

/** Validity of a list item: its projection, and its period in milliseconds since 1970. */
export interface ItemValidity {
  readonly view: object
  readonly from: number
  readonly until: number
}

/** The fields of an object that indexes and selectors use. */
export interface ObjectKeys {
  namespace: string
  name: string
  version: string
  labels: Readonly<Record<string, string>>
  /**
   * Values of the kind's selectable fields, in their order, at most two; '' for an absent field, as in the
   * API server's field selectors.
   */
  fields: readonly string[]
  /** The uid of the owner that controls the object. */
  controller: string | undefined
}

/** One version of an object in a store; a new version is a new cached object. */
export class CachedObject<T> implements StoredLocation {
  readonly namespace: string
  readonly name: string
  readonly version: string
  readonly labels: Readonly<Record<string, string>>
  readonly #first: string
  readonly #second: string
  readonly controller: string | undefined
  /** Checksum of the object's JSON, without dropped fields. */
  readonly checksum: number
  /** Sequence number within its store, assigned by the store. */
  sequence = 0
  /** The list item as JSON; undefined before it is rendered, and if it cannot be projected. */
  item: string | undefined
  /** Undefined before the item is rendered. */
  itemValidity: ItemValidity | undefined
  /** Whether the item has been requested. */
  requested = false
  /** The compressed block with the object's JSON, without dropped fields. */
  block: CompressedBlock
  index: number
  /** Carries T for the compiler; never set. */
  declare readonly shape?: T

  constructor(keys: ObjectKeys, packing: BlockStore, json: Buffer) {
    this.namespace = keys.namespace
    this.name = keys.name
    this.version = keys.version
    this.labels = keys.labels
    // Two properties take a fifth of the memory of an array.
    ;[this.#first = '', this.#second = ''] = keys.fields
    this.controller = keys.controller
    this.checksum = crc32(json)
    this.block = packing.open
    this.index = this.block.add(this, json)
  }

  /** Returns the value of one of the kind's selectable fields. */
  field(index: number): string {
    return index === 0 ? this.#first : this.#second
  }

  /**
   * Releases the object's space in its block once it is no longer current. References that still exist can go
   * on reading it.
   */
  release(): void {
    this.block.release(this.index)
  }
}

/** Parses the object anew on every call, so the caller may keep or modify it. */
export function objectOf<T>(entry: CachedObject<T>): T {
  return JSON.parse(entry.block.text(entry.index)) as T
}

/** Returns an object's uid, which is needed too rarely to be stored. */
export function uidOf(entry: CachedObject<unknown>): string | undefined {
  const { metadata } = objectOf(entry) as { metadata: { uid?: string } }
  return metadata.uid
}

export interface CachedObjectFactoryOptions<T> {
  sharing: Interner
  packing: BlockStore
  /** Projection of the kind's list items. */
  view: Projection<T, unknown> | undefined
  /** Called for an object that cannot be cached or projected; lists leave it out. */
  quarantined: () => void
}

/** Creates the cached objects of one kind. */
export class CachedObjectFactory<T> {
  readonly #options: CachedObjectFactoryOptions<T>
  readonly #life: ItemValidity | undefined
  /** Scratch buffer in which the byte ranges of a list item are joined. */
  #scratch = Buffer.alloc(0)

  constructor(options: CachedObjectFactoryOptions<T>) {
    this.#options = options
    const { view } = options
    this.#life =
      view === undefined || view.expiresAt !== undefined
        ? undefined
        : { view, from: -Infinity, until: Infinity }
  }

  /** Returns the cached object; undefined for an object that violates its kind's schema. */
  create(object: DecodedObject | undefined): CachedObject<T> | undefined {
    try {
      if (object !== undefined) return this.#entry(object)
    } catch {
      // Counted like an object without a name or version.
    }
    this.#options.quarantined()
    return undefined
  }

  /**
   * Renders the list item of the object that was read last, before it is requested. Items that change with
   * time are left for later.
   */
  item(entry: CachedObject<T>, object: DecodedObject): CachedObject<T> {
    const { view } = this.#options
    if (view === undefined || this.#life === undefined) return entry
    entry.itemValidity = this.#life
    try {
      // The object is only assumed to match its kind; a projection that throws shows otherwise. The time is
      // irrelevant for these items.
      entry.item = JSON.stringify(view.project(JSON.parse(this.#listed(object)) as T, 0))
    } catch {
      this.#options.quarantined()
    }
    return entry
  }

  /** Returns the JSON of the fields a list item is built from. */
  #listed({ json, itemJson: listed }: DecodedObject): string {
    if (this.#scratch.length < json.length) this.#scratch = Buffer.allocUnsafeSlow(json.length)
    let end = 0
    for (let index = 0; index < listed.length; index += 2)
      end += json.copy(this.#scratch, end, listed[index], listed[index + 1])
    return this.#scratch.toString('utf8', 0, end)
  }

  #entry({ name, version, namespace, labels, owners, fields, json }: DecodedObject): CachedObject<T> {
    const { sharing, packing } = this.#options
    const keys = {
      namespace: sharing.string(text(namespace)),
      name,
      version,
      labels: sharing.labels(labels),
      fields: fields.map((field) => sharing.string(text(field))),
      controller: this.#controller(owners),
    }
    return new CachedObject<T>(keys, packing, json)
  }

  #controller(owners: string | undefined): string | undefined {
    const references: unknown = owners === undefined ? undefined : JSON.parse(owners)
    if (!Array.isArray(references)) return undefined
    for (const reference of references as unknown[]) {
      if (
        typeof reference !== 'object' ||
        reference === null ||
        Reflect.get(reference, 'controller') !== true
      )
        continue
      return this.#options.sharing.string(text(Reflect.get(reference, 'uid')))
    }
    return undefined
  }
}

function text(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw new TypeError('not a string')
}
