import type { Caller } from '../../auth/caller.ts'

/** Validity of a cached response. */
export interface Validity {
  use: string
  ageMs: number
  /** Whether the response is unchanged. If not, it can be computed again without a call to an API server. */
  unchanged: boolean
}

/** Decides whether a cached response may be sent again, without a call to an API server. */
export interface Dependencies {
  /**
   * Returns the cache status and age for a caller, without waiting; undefined if this caller's access is not
   * cached or the caches are not in sync.
   */
  validityFor(caller: Caller): Validity | undefined
  /** Whether the dependencies are unchanged. Does not count as a use, i.e. does not keep the watch alive. */
  readonly unchanged: boolean
  /** Resolves at the store's next change; undefined if the response depends on more than one read. */
  nextChange(): Promise<void> | undefined
}
