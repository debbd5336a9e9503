import type { Followed } from '../kube/followed.ts'
import type { Time } from '../kube/time.ts'
import { Feed } from './feed.ts'
import type { Row } from './rows.ts'

/** A feed nobody follows is kept this long, for those who come back with an id. */
const KEPT_MS = 5 * 60_000
/** Callers choose namespaces: of what nobody follows, no more is kept than this. */
const MAX_KEPT = 64

/** What all feeds together may keep of changes, and what each may at least: callers choose namespaces. */
const ROOM_BYTES = 64 * 1024 * 1024
const LEAST_BYTES = 64 * 1024

interface Held {
  context: string
  feed: Feed
  followers: number
  cancel: () => void
}

/** The feeds of this process: one for each context, kind and scope, however many follow it. */
export class Feeds {
  readonly #options: { time: Time; clock: () => number; room: () => number }
  readonly #held = new Map<string, Held>()
  readonly #kept = new Set<string>()

  constructor({ time, clock }: { time: Time; clock: () => number }) {
    const room = (): number => Math.max(LEAST_BYTES, ROOM_BYTES / this.#held.size)
    this.#options = { time, clock, room }
  }

  /** The feed of a scope, and how to let go of it. */
  follow(followed: Followed, row: Row, namespace: string | undefined): { feed: Feed; release: () => void } {
    const key = JSON.stringify([followed.context, followed.origin, row.plural, namespace])
    const held = this.#of(key, followed.context, () => new Feed({ followed, row, namespace }, this.#options))
    held.cancel()
    this.#kept.delete(key)
    held.followers++
    let released = false
    return {
      feed: held.feed,
      release: () => {
        if (released) return
        released = true
        held.followers--
        if (held.followers === 0) this.#keep(key, held)
      },
    }
  }

  /** Follows nothing of a context any more. */
  leave(context: string): void {
    for (const [key, held] of this.#held) if (held.context === context) this.#end(key, held)
  }

  stop(): void {
    for (const [key, held] of this.#held) this.#end(key, held)
  }

  #of(key: string, context: string, make: () => Feed): Held {
    const held = this.#held.get(key)
    // One that was denied has ended; who comes now was admitted again.
    if (held !== undefined && !held.feed.ended) return held
    if (held !== undefined) this.#end(key, held)
    const made = { context, feed: make(), followers: 0, cancel: () => undefined }
    this.#held.set(key, made)
    return made
  }

  #keep(key: string, held: Held): void {
    if (this.#held.get(key) !== held) return
    held.cancel = this.#options.time.after(KEPT_MS, () => this.#end(key, held))
    this.#kept.add(key)
    const [oldest] = this.#kept
    const first = oldest === undefined ? undefined : this.#held.get(oldest)
    if (this.#kept.size > MAX_KEPT && oldest !== undefined && first !== undefined) this.#end(oldest, first)
  }

  #end(key: string, held: Held): void {
    held.cancel()
    held.feed.stop()
    this.#kept.delete(key)
    if (this.#held.get(key) === held) this.#held.delete(key)
  }
}
