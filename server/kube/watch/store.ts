import { compareVersions } from '../../grammar/resource-version.ts'
import type { Kind } from '../kinds.ts'
import type { Entry } from './entry.ts'
import { EntryIndex } from './entry-index.ts'
import type { Selector } from './select.ts'
import { Shard } from './shard.ts'

/** One change of what is held: `before` and `after` say what it was; both there: another version of the same name. */
export interface Change<T> {
  before: Entry<T> | undefined
  after: Entry<T> | undefined
}

/**
 * What a store did, told as it is done. `listed`: the changes are what a whole list made of it at once, at the list's version,
 * and only the net of what happened. A version that is undefined: everything was forgotten, and no change says so.
 */
export interface Told<T> {
  version: string | undefined
  changes: readonly Change<T>[]
  listed: boolean
}

/**
 * What is known of one kind in one scope, ordered as the API server orders it: bytewise by `namespace/name`. It moves
 * forward only: what is older than what it holds, or than what it has seen, is not taken.
 */
export class Store<T> {
  readonly kind: Kind<T>
  readonly #shards = new Map<string, Shard<T>>()
  readonly #byField = new EntryIndex<T>((entry) => entry.fields[0])
  readonly #byController = new EntryIndex<T>((entry) => entry.controller)
  #order: readonly Shard<T>[] | undefined
  #version: string | undefined
  #changes = 0
  #size = 0
  #moving: PromiseWithResolvers<void> | undefined
  readonly #observers = new Set<(told: Told<T>) => void>()
  #untold: Change<T>[] = []

  constructor(kind: Kind<T>) {
    this.kind = kind
  }

  /** How far it has come; undefined until it was filled first, and after it was emptied. */
  get version(): string | undefined {
    return this.#version
  }

  get size(): number {
    return this.#size
  }

  /** Whether anybody follows it. */
  get observed(): boolean {
    return this.#observers.size > 0
  }

  /** Calls with every move from now on, in the midst of it, until what is returned is called. */
  observe(observer: (told: Told<T>) => void): () => void {
    this.#observers.add(observer)
    return () => this.#observers.delete(observer)
  }

  /** Where the last change of a namespace, or of all, stands in their count: what was made of it holds while this stays. */
  changes(namespace?: string): number {
    return namespace === undefined ? this.#changes : (this.#shards.get(namespace)?.changed ?? 0)
  }

  get(namespace: string, name: string): Entry<T> | undefined {
    return this.#shards.get(namespace)?.get(name)
  }

  /** What a selector selects, in order; a copy that later changes leave alone. */
  select(namespace: string | undefined, selector: Selector<T>): Entry<T>[] {
    const found: Entry<T>[] = []
    for (const entry of this.#candidates(namespace, selector)) if (selector.selects(entry)) found.push(entry)
    return found
  }

  /** Takes a new state of one object, or its end. False where it is older than what is known: nothing changes then. */
  apply(entry: Entry<T>, deleted: boolean): boolean {
    if (this.#version !== undefined && compareVersions(entry.version, this.#version) <= 0) return false
    const before = this.get(entry.namespace, entry.name)
    if (deleted) {
      if (before !== undefined) this.#put({ before, after: undefined })
    } else this.#put({ before, after: entry })
    this.#moveTo(entry.version)
    return true
  }

  /** Moves forward without a change, as a bookmark says. */
  advance(version: string): void {
    if (this.#version !== undefined && compareVersions(version, this.#version) > 0) this.#moveTo(version)
  }

  /** Resolves when the version is next another. */
  async moved(): Promise<void> {
    this.#moving ??= Promise.withResolvers<void>()
    await this.#moving.promise
  }

  /**
   * Puts a whole list in the place of what is held, at once: what is not in it is gone. False for a list that is older
   * than what is known, which is then kept.
   */
  replace(entries: Iterable<Entry<T>>, version: string): boolean {
    if (this.#version !== undefined && compareVersions(version, this.#version) < 0) return false
    const fresh = Map.groupBy(entries, (entry) => entry.namespace)
    for (const [namespace, shard] of this.#shards) {
      const names = new Set((fresh.get(namespace) ?? []).map((entry) => entry.name))
      for (const before of shard.ordered())
        if (!names.has(before.name)) this.#put({ before, after: undefined })
    }
    for (const group of fresh.values())
      for (const after of group) {
        const before = this.get(after.namespace, after.name)
        if (before === undefined || before.version !== after.version) this.#put({ before, after })
      }
    this.#moveTo(version, true)
    return true
  }

  /** Forgets everything, the version too. */
  clear(): void {
    for (const shard of this.#shards.values())
      for (const before of shard.ordered()) this.#put({ before, after: undefined })
    this.#shards.clear()
    this.#order = undefined
    this.#untold = []
    this.#moveTo(undefined)
  }

  *#candidates(namespace: string | undefined, selector: Selector<T>): Iterable<Entry<T>> {
    const found =
      selector.controlledBy !== undefined
        ? this.#byController.find(selector.controlledBy)
        : selector.indexed === undefined
          ? undefined
          : this.#byField.find([selector.indexed])
    if (found !== undefined) {
      for (const entry of found.sort(inOrder))
        if (namespace === undefined || entry.namespace === namespace) yield entry
    } else if (namespace !== undefined) yield* this.#shards.get(namespace)?.ordered() ?? []
    else for (const shard of this.#ordered()) yield* shard.ordered()
  }

  #ordered(): readonly Shard<T>[] {
    this.#order ??= [...this.#shards.entries()]
      .sort(([a], [b]) => (`${a}/` < `${b}/` ? -1 : 1))
      .map(([, shard]) => shard)
    return this.#order
  }

  #moveTo(version: string | undefined, listed = false): void {
    this.#version = version
    const changes = this.#untold
    if (changes.length > 0) this.#untold = []
    for (const observer of this.#observers) observer({ version, changes, listed })
    this.#moving?.resolve()
    this.#moving = undefined
  }

  #put(change: Change<T>): void {
    const { before, after } = change
    const namespace = (after ?? before)?.namespace ?? ''
    let shard = this.#shards.get(namespace)
    if (shard === undefined) {
      shard = new Shard<T>()
      this.#shards.set(namespace, shard)
      this.#order = undefined
    }
    this.#changes++
    if (after !== undefined) shard.set(after, this.#changes)
    else if (before !== undefined) shard.delete(before.name, this.#changes)
    this.#size += Number(after !== undefined) - Number(before !== undefined)
    for (const index of [this.#byField, this.#byController]) index.move(change)
    if (this.observed) this.#untold.push(change)
  }
}

function inOrder<T>(a: Entry<T>, b: Entry<T>): number {
  return `${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1
}
