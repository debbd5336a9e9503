import { Denied } from '../errors.ts'
import type { Followable, Followed } from '../kube/followed.ts'
import { pause, type Time } from '../kube/time.ts'
import { uidOf, type Entry } from '../kube/watch/entry.ts'
import { everything } from '../kube/watch/select.ts'
import type { Change } from '../kube/watch/state.ts'
import type { Store, Told as StoreTold } from '../kube/watch/store.ts'
import { Ring } from './ring.ts'
import type { Row } from './rows.ts'
import type { Batch, Seen, Told } from './told.ts'

/** Who follows a feed. All are called in the midst of the change: when they return, they have taken it. */
export interface FeedListener {
  changed(batch: Batch): void
  /** What was told before is no ground to go on from: everything there is must be told. */
  renewed(): void
  /** It may not be shown any longer; nothing more comes. */
  forbidden(denied: Denied): void
}

/** What is watched of one kind in one namespace, or in all. */
export interface FeedScope {
  followed: Followed
  row: Row
  namespace: string | undefined
}

interface FeedOptions {
  time: Time
  clock: () => number
  room: () => number
}

/** A right that is taken away shows within 8 s (gate.ts renews from 6 s on, seen by the next look). */
const LOOK_MS = 1000
/** A store that was emptied is looked for again after this long. */
const AGAIN_MS = 500
/** A list that changes more than this is told as a fresh snapshot, in slices; at once it would hold everybody up. */
const MAX_AT_ONCE = 1000

/**
 * Follows the store of the reflector that serves the reads of a scope, never a watch of its own, and keeps the last changes.
 * It lives through reflectors that stop, start anew or lose their place; it ends when the cluster denies the scope.
 */
export class Feed {
  readonly row: Row
  readonly #scope: FeedScope
  readonly #time: Time
  readonly #clock: () => number
  readonly #ring: Ring
  readonly #listeners = new Set<FeedListener>()
  readonly #stopped = new AbortController()
  #store: Store<unknown> | undefined
  #version: string | undefined
  #epoch = 0

  /** `clock`: milliseconds since 1970, for ages. `room`: how many bytes of changes may be kept. */
  constructor(scope: FeedScope, { time, clock, room }: FeedOptions) {
    this.#scope = scope
    this.row = scope.row
    this.#time = time
    this.#clock = clock
    this.#ring = new Ring(room)
    void this.#run()
    void this.#guard()
  }

  /** How far it has come; undefined while there is nothing whole to tell. */
  get version(): string | undefined {
    return this.#version
  }

  /** Changes when what was held was lost: a snapshot that was begun before cannot be ended. */
  get epoch(): number {
    return this.#epoch
  }

  get ended(): boolean {
    return this.#stopped.signal.aborted
  }

  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The changes after a version; undefined where they are not held that far back. */
  after(version: string): readonly Batch[] | undefined {
    return this.#ring.after(version)
  }

  /** All there is at `version`; a copy that later changes leave alone. */
  entries(): readonly Entry<unknown>[] {
    return this.#store?.select(this.#scope.namespace, everything) ?? []
  }

  seen(entry: Entry<unknown>): Seen | undefined {
    const item = this.row.item(this.#scope.followed, entry, this.#clock())
    return item === undefined ? undefined : { item, labels: entry.labels }
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    const { followed, row, namespace } = this.#scope
    while (!signal.aborted) {
      try {
        await followed.admit(row.kind, namespace, signal)
        const reflector = await followed.reflector(row.kind, namespace)
        if (reflector !== undefined && !signal.aborted) await this.#follow(reflector)
      } catch (error) {
        this.#refused(error)
      }
      await pause(this.#time, AGAIN_MS, signal)
    }
  }

  /** Follows a reflector's store until that is emptied, or this is stopped. */
  async #follow({ store, state }: Followable<unknown>): Promise<void> {
    if (state === 'stopped') return
    const { signal } = this.#stopped
    const over = Promise.withResolvers<undefined>()
    const end = (): void => {
      leave()
      this.#store = undefined
      over.resolve(undefined)
    }
    const leave = store.observe((told) => {
      if (told.version !== undefined) this.#take(told, told.version)
      else {
        this.#begin(undefined)
        end()
      }
    })
    signal.addEventListener('abort', end)
    this.#store = store
    if (store.version !== undefined) this.#begin(store.version)
    await over.promise
    signal.removeEventListener('abort', end)
  }

  #take({ changes, listed }: StoreTold<unknown>, version: string): void {
    const from = this.#version
    const { namespace } = this.#scope
    const ours =
      namespace === undefined
        ? changes
        : changes.filter(({ before, after }) => (after ?? before)?.namespace === namespace)
    if (from === undefined || ours.length > MAX_AT_ONCE) {
      this.#begin(version)
      return
    }
    const batch = {
      version,
      from: listed ? from : undefined,
      changes: ours.flatMap((one) => this.#told(one, listed)),
    }
    this.#version = version
    if (batch.changes.length === 0 && !listed) return
    this.#ring.push(batch)
    for (const listener of this.#listeners) listener.changed(batch)
  }

  #told({ before, after }: Change<unknown>, listed: boolean): Told[] {
    const was = before && this.seen(before)
    const is = after && this.seen(after)
    if (was === undefined && is === undefined) return []
    if (before === undefined || after === undefined) return [{ was, is }]
    // Another object of the same name: only a list misses the deletion of the first.
    if (listed && uidOf(before) !== uidOf(after))
      return [
        { was, is: undefined },
        { was: undefined, is },
      ]
    return was?.item === is?.item && before.labels === after.labels ? [] : [{ was, is }]
  }

  #begin(version: string | undefined): void {
    this.#epoch++
    this.#version = version
    this.#ring.begin(version)
    if (version !== undefined) for (const listener of this.#listeners) listener.renewed()
  }

  /** Looks, while somebody follows, whether the cluster still lets it be shown: a watch that runs is not asked again. */
  async #guard(): Promise<void> {
    const { signal } = this.#stopped
    const { followed, row, namespace } = this.#scope
    for (;;) {
      await pause(this.#time, LOOK_MS, signal)
      if (signal.aborted) return
      if (this.#listeners.size === 0) continue
      try {
        await followed.admit(row.kind, namespace, signal)
      } catch (error) {
        this.#refused(error)
      }
    }
  }

  /** A denial ends it. Whatever else failed: the API server is away, and nothing new comes from it meanwhile. */
  #refused(error: unknown): void {
    if (!(error instanceof Denied) || this.ended) return
    this.#begin(undefined)
    this.stop()
    for (const listener of this.#listeners) listener.forbidden(error)
  }
}
