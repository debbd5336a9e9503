import type { UserInfo } from './user-info.ts'

/** Origin of a response's data, and the milliseconds since its cache was last known to be up to date. */
export interface Freshness {
  use: 'hit' | 'stale'
  ageMs: number
}

/** The state a response was computed from: reads, rights and the context they belong to. */
export interface Dependencies {
  /**
   * Returns the freshness of the response for a caller, without waiting. Undefined if the response would differ now,
   * or if that cannot be told without a request to the cluster.
   */
  freshnessFor(caller: UserInfo): Freshness | undefined
}

/** Returns the freshness of data from several origins: that of the oldest. Undefined if one of them has none. */
export function oldestFreshness<T>(
  origins: readonly T[],
  freshnessOf: (origin: T) => Freshness | undefined,
): Freshness | undefined {
  const oldest: Freshness = { use: 'hit', ageMs: 0 }
  for (const origin of origins) {
    const freshness = freshnessOf(origin)
    if (freshness === undefined) return undefined
    if (freshness.use === 'stale') oldest.use = 'stale'
    if (freshness.ageMs > oldest.ageMs) oldest.ageMs = freshness.ageMs
  }
  return oldest
}
