import type { UserInfo } from './user-info.ts'

/** Origin of a response's data, and the milliseconds since its cache was last known to be up to date. */
export interface Freshness {
  use: 'hit' | 'stale'
  ageMs: number
}

/** The state a response was computed from: reads, rights and the context they belong to. */
export interface Dependencies {
  /** Approximate memory in bytes. A cached response keeps its dependencies, so they must refer to nothing else of its request. */
  readonly weight: number
  /**
   * Returns the freshness of the response for a caller, without waiting. Undefined if the response would differ now,
   * or if that cannot be told without a request to the cluster.
   */
  freshnessFor(caller: UserInfo): Freshness | undefined
}
