import type { Time } from '../time.ts'

export type ReflectorState = 'idle' | 'syncing' | 'live' | 'degraded' | 'forbidden' | 'stopped'

/** The API server tells what is past without a pause: after one of so many milliseconds all of it has come. */
const PAUSE_MS = 50
/** And a kind that never pauses has caught up after so many. */
const MOST_MS = 2000

/**
 * How what a reflector holds stands: its state, and when the API server last gave a sign that it is all there is. When a
 * watch that was lost goes on, what was missed is told first, and nothing says where that ends but a bookmark, which comes
 * once a minute: until it seems to have ended, what is held may be as old as the loss.
 */
export class Standing {
  readonly #time: Time
  readonly #live: () => void
  #state: ReflectorState = 'idle'
  #provenAt = -Infinity
  /** When what was missed is taken for told at the latest, while it is not. */
  #behindUntil: number | undefined
  #cancel: () => void = () => undefined

  /** `live` is called whenever it becomes so. */
  constructor(time: Time, live: () => void) {
    this.#time = time
    this.#live = live
  }

  get state(): ReflectorState {
    return this.#state
  }

  /** Milliseconds since the last sign. */
  get ageMs(): number {
    return this.#time.now() - this.#provenAt
  }

  /** There is no watch to believe, for the reason the state names. */
  become(state: Exclude<ReflectorState, 'live'>): void {
    this.#state = state
    this.ended()
  }

  /** What is held is all there is now. */
  proven(): void {
    const before = this.#state
    this.ended()
    this.#provenAt = this.#time.now()
    this.#state = 'live'
    if (before !== 'live') this.#live()
  }

  /** A watch goes on from what is held. */
  resumed(): void {
    if (this.#state !== 'degraded') {
      this.proven()
      return
    }
    this.#behindUntil = this.#time.now() + MOST_MS
    this.taken()
  }

  /** Something comes by the watch. */
  came(): void {
    this.#cancel()
  }

  /** What came is taken in. */
  taken(): void {
    if (this.#state === 'live') this.#provenAt = this.#time.now()
    if (this.#behindUntil === undefined) return
    this.#cancel()
    if (this.#time.now() >= this.#behindUntil) this.proven()
    else this.#cancel = this.#time.after(PAUSE_MS, () => this.proven())
  }

  /** Nothing more comes by the watch. */
  ended(): void {
    this.#cancel()
    this.#behindUntil = undefined
  }
}
