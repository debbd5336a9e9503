import { compareVersions } from '../../grammar/resource-version.ts'
import type { Kind } from '../kinds.ts'
import type { Entry } from './entry.ts'
import type { Selector } from './select.ts'
import { State, type Change } from './state.ts'

/**
 * What a store did, told as it is done. `listed`: the changes are what a whole list made of it at once, at the list's version,
 * and only the net of what happened; where nothing was known before, all of it is new and no change says so. A version that
 * is undefined: everything was forgotten, which no change says either.
 */
export interface Told<T> {
  version: string | undefined
  changes: readonly Change<T>[]
  listed: boolean
}

/**
 * What is known of one kind in one scope. It moves forward only: what is older than what it holds, or than what it has
 * seen, is not taken.
 */
export class Store<T> {
  readonly kind: Kind<T>
  #state = new State<T>(0)
  #version: string | undefined
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
    return this.#state.size
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
    return this.#state.changes(namespace)
  }

  get(namespace: string, name: string): Entry<T> | undefined {
    return this.#state.get(namespace, name)
  }

  /** What a selector selects, in order; a copy that later changes leave alone. */
  select(namespace: string | undefined, selector: Selector<T>): Entry<T>[] {
    return this.#state.select(namespace, selector)
  }

  /** Tells what a selector selects from everything it selected before: while this stays, it selects the same. */
  stand(namespace: string | undefined, selector: Selector<T>): string {
    return this.#state.stand(namespace, selector)
  }

  /** Takes a new state of one object, or its end. False where it is older than what is known: nothing changes then. */
  apply(entry: Entry<T>, deleted: boolean): boolean {
    const isOlder = this.#version !== undefined && compareVersions(entry.version, this.#version) <= 0
    const before = this.get(entry.namespace, entry.name)
    const change = changeBy(entry, { before, deleted, isOlder })
    if (isOlder) return false
    if (change !== undefined) this.#put(change)
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

  /** A list to be filled aside until it is whole, for `replace`: readers never see half of it. */
  list(): Listed<T> {
    return new Listed<T>(this.#state.changes())
  }

  /**
   * Puts a whole list in the place of what is held, at once: what is not in it is gone. False for a list that is older
   * than what is known, which is then kept.
   */
  replace({ state }: Listed<T>, version: string): boolean {
    if (this.#version !== undefined && compareVersions(version, this.#version) < 0) return false
    if (this.#version === undefined) this.#state = state
    else {
      for (const change of differences(this.#state, state)) this.#put(change)
      for (const entry of state.ordered()) if (this.get(entry.namespace, entry.name) !== entry) entry.leave()
    }
    this.#moveTo(version, true)
    return true
  }

  /** Forgets everything, the version too. */
  clear(): void {
    this.#state = new State<T>(this.#state.changes() + 1)
    this.#untold = []
    this.#moveTo(undefined)
  }

  #put(change: Change<T>): void {
    this.#state.put(change)
    if (this.observed) this.#untold.push(change)
  }

  #moveTo(version: string | undefined, listed = false): void {
    this.#version = version
    const changes = this.#untold
    if (changes.length > 0) this.#untold = []
    for (const observer of this.#observers) observer({ version, changes, listed })
    this.#moving?.resolve()
    this.#moving = undefined
  }
}

/** What a list or the beginning of a watch has told so far. */
export class Listed<T> {
  readonly state: State<T>

  constructor(changes: number) {
    this.state = new State<T>(changes)
  }

  /** Takes a state of an object, or its end; an older one than it has is left. */
  apply(entry: Entry<T>, deleted: boolean): void {
    const before = this.state.get(entry.namespace, entry.name)
    const isOlder = before !== undefined && compareVersions(entry.version, before.version) < 0
    const change = changeBy(entry, { before, deleted, isOlder })
    if (change !== undefined) this.state.put(change)
  }
}

interface Taking<T> {
  before: Entry<T> | undefined
  deleted: boolean
  isOlder: boolean
}

/** What an entry changes, if anything; one that will not be held leaves at once. */
function changeBy<T>(entry: Entry<T>, { before, deleted, isOlder }: Taking<T>): Change<T> | undefined {
  if (deleted || isOlder) entry.leave()
  if (isOlder || (deleted && before === undefined)) return undefined
  return { before, after: deleted ? undefined : entry }
}

/** What has to change for one state to become another; all are found before the first is made. */
function differences<T>(held: State<T>, wanted: State<T>): Change<T>[] {
  const changes: Change<T>[] = []
  for (const before of held.ordered())
    if (wanted.get(before.namespace, before.name) === undefined) changes.push({ before, after: undefined })
  for (const after of wanted.ordered()) {
    const before = held.get(after.namespace, after.name)
    if (before === undefined || before.version !== after.version) changes.push({ before, after })
  }
  return changes
}
