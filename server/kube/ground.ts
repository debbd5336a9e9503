import type { CacheUse } from './served.ts'

/** Where an answer comes from, and the milliseconds since the last proof that what is held is all there is. */
export interface Standing {
  use: CacheUse
  ageMs: number
  /** Whether what was read would be read the same; where not, the same reads at this moment give what is true now. */
  same: boolean
}

/** One thing that was read. */
export interface GroundRead {
  /** Its age in milliseconds; undefined where it is not followed any more, or not known to be allowed. */
  ageMs: () => number | undefined
  /** Whether it is as it was. */
  same: () => boolean
}

/**
 * What an answer was made of. While it stands, the same question is answered by the same reads, without waiting: what was
 * read is still followed, and the identity may still read it.
 */
export class Ground {
  readonly #reads: readonly GroundRead[]

  constructor(reads: readonly GroundRead[]) {
    this.#reads = reads
  }

  /** How it stands, without waiting for anything; undefined where somebody has to be asked. */
  standing(): Standing | undefined {
    let oldest = 0
    let same = true
    for (const read of this.#reads) {
      const ageMs = read.ageMs()
      if (ageMs === undefined) return undefined
      if (ageMs > oldest) oldest = ageMs
      same &&= read.same()
    }
    return { use: 'hit', ageMs: oldest, same }
  }
}
