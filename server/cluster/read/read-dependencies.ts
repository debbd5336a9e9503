import type { Dependencies, Freshness } from '../../core/dependencies.ts'

/**
 * One cached read: returns its freshness; undefined if it would read something else now, if the cache is gone, or if
 * the right to it is not known.
 */
export type ReadDependency = () => Freshness | undefined

/** The reads a response was computed from: as fresh as the oldest of them, and valid while all of them are. */
export class ReadDependencies implements Dependencies {
  readonly #reads: readonly ReadDependency[]

  constructor(reads: readonly ReadDependency[]) {
    this.#reads = reads
  }

  freshnessFor(): Freshness | undefined {
    const oldest: Freshness = { use: 'hit', ageMs: 0 }
    for (const read of this.#reads) {
      const freshness = read()
      if (freshness === undefined) return undefined
      if (freshness.use === 'stale') oldest.use = 'stale'
      if (freshness.ageMs > oldest.ageMs) oldest.ageMs = freshness.ageMs
    }
    return oldest
  }
}
