import { LRUCache } from 'lru-cache'
import { TooManyRequestsError } from './errors.ts'

const WINDOW_MS = 60_000
const MAX_CALLERS = 10_000

export interface CallLimit {
  /** The calls in the plural, for the message. */
  readonly subject: string
  /** Calls of one caller within a minute. */
  readonly perMinute: number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/** Limit of costly calls per caller, besides the general one. */
export class CallLimiter {
  readonly #limit: CallLimit
  /** Times of the calls of the last minute, oldest first. */
  readonly #calls = new LRUCache<string, readonly number[]>({ max: MAX_CALLERS })

  constructor(limit: CallLimit) {
    this.#limit = limit
  }

  /** Counts a call; throws TooManyRequestsError above the limit. */
  count(caller: string): void {
    const { subject, perMinute, now } = this.#limit
    const at = now()
    const recent = (this.#calls.get(caller) ?? []).filter((time) => time > at - WINDOW_MS)
    const [oldest = at] = recent
    if (recent.length >= perMinute)
      throw new TooManyRequestsError(
        `too many ${subject} within a minute (limit ${perMinute}): retry later`,
        Math.max(1, Math.ceil((oldest + WINDOW_MS - at) / 1000)),
      )
    this.#calls.set(caller, [...recent, at])
  }
}
