import type { UserInfo } from '../access/token-review.ts'

/** The cache status of a read, and the milliseconds since the cache was last known to be complete. */
export interface Freshness {
  use: 'hit' | 'stale'
  ageMs: number
}

/** Validity of a response: the worst cache status of its reads. */
export interface ReadValidity extends Freshness {
  /** Whether the reads would return the same objects; if not, the response must be computed again. */
  unchanged: boolean
}

/** One read that a response depends on. */
export interface ReadDependency {
  /**
   * Returns the cache status now; undefined if the cache is not watched any more or no cached access review
   * allows the read.
   */
  freshness: () => Freshness | undefined
  /** Whether the read would return the same objects. */
  unchanged: () => boolean
  /** Resolves at the next change of the store, which may not affect this read. */
  nextChange: () => Promise<void>
}

/** Dependencies of a response, for any caller. */
export interface ResponseDependencies {
  /** Returns the validity for a caller, without waiting; undefined if an API server must be called. */
  validityFor(subject: UserInfo): ReadValidity | undefined
  /** Whether the reads would return the same objects. Does not count as a use of the watch. */
  readonly unchanged: boolean
  /**
   * Resolves at the next change of the store, which may not affect the read; undefined if the response
   * depends on more than one read.
   */
  nextChange(): Promise<void> | undefined
}

/**
 * Dependencies of one response. While they are valid, the response can be sent or computed again without
 * waiting: the caches are still watched, and the identity may still read them.
 */
export class ReadDependencies implements ResponseDependencies {
  readonly #reads: readonly ReadDependency[]

  constructor(reads: readonly ReadDependency[]) {
    this.#reads = reads
  }

  validityFor(): ReadValidity | undefined {
    const worst: ReadValidity = { use: 'hit', ageMs: 0, unchanged: this.unchanged }
    for (const read of this.#reads) {
      const stands = read.freshness()
      if (stands === undefined) return undefined
      if (stands.use === 'stale') worst.use = 'stale'
      if (stands.ageMs > worst.ageMs) worst.ageMs = stands.ageMs
    }
    return worst
  }

  get unchanged(): boolean {
    return this.#reads.every((read) => read.unchanged())
  }

  nextChange(): Promise<void> | undefined {
    const [read, ...others] = this.#reads
    return others.length === 0 ? read?.nextChange() : undefined
  }
}
