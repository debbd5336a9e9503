import type { Clock } from '../../core/clock.ts'

/** `unordered`: resourceVersions of the kind do not compare, so reads go to the cluster. */
export type ReflectorState = 'idle' | 'syncing' | 'live' | 'degraded' | 'unordered' | 'forbidden' | 'stopped'

/**
 * A resumed watch has delivered every missed event once it pauses for this many milliseconds: the API server
 * sends them without a pause.
 */
const PAUSE_MS = 50
/** A watch that never pauses counts as caught up after this many milliseconds. */
const MOST_MS = 2000

/**
 * Sync state of a reflector, and the time at which the API server last showed that the cache is complete. A
 * resumed watch delivers the missed events first, and only a bookmark marks their end, about once a minute.
 * Until they seem to have ended, the cache may be as old as the interruption.
 */
export class SyncState {
  readonly #time: Clock
  #state: ReflectorState = 'idle'
  #provenAt = -Infinity
  /** Latest time at which a resumed watch counts as caught up; undefined if it already does. */
  #behindUntil: number | undefined
  #cancel: () => void = () => undefined

  constructor(time: Clock) {
    this.#time = time
  }

  get state(): ReflectorState {
    return this.#state
  }

  /** Milliseconds since the cache was last known to be complete. */
  get ageMs(): number {
    return this.#time.now() - this.#provenAt
  }

  /** Sets a state without a reliable watch. */
  markState(state: Exclude<ReflectorState, 'live'>): void {
    this.#state = state
    this.onEnd()
  }

  /** Records that the cache is complete now. */
  markSynced(): void {
    this.onEnd()
    this.#provenAt = this.#time.now()
    this.#state = 'live'
  }

  /** Records that a watch resumes from the cached version. */
  onResume(): void {
    if (this.#state !== 'degraded') {
      this.markSynced()
      return
    }
    this.#behindUntil = this.#time.now() + MOST_MS
    this.onApplied()
  }

  /** Records that data has arrived on the watch. */
  onData(): void {
    this.#cancel()
  }

  /** Records that the received data is applied. */
  onApplied(): void {
    if (this.#state === 'live') this.#provenAt = this.#time.now()
    if (this.#behindUntil === undefined) return
    this.#cancel()
    if (this.#time.now() >= this.#behindUntil) this.markSynced()
    else this.#cancel = this.#time.after(PAUSE_MS, () => this.markSynced())
  }

  /** Records that the watch has ended. */
  onEnd(): void {
    this.#cancel()
    this.#behindUntil = undefined
  }
}
