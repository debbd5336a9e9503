import type { CacheUse } from './served.ts'

/** Where an answer comes from, and the milliseconds since the last proof that what was held is all there is. */
export interface Standing {
  use: CacheUse
  ageMs: number
}

/**
 * What an answer was made of. While it stands, the same question has the same answer: nothing of what was read has
 * changed, it is still followed, and the identity may still read it.
 */
export class Ground {
  readonly #reads: readonly GroundRead[]

  constructor(reads: readonly GroundRead[]) {
    this.#reads = reads
  }

  /** How it stands, without waiting for anything; undefined where the answer has to be made anew, or is not sure to be the same. */
  standing(): Standing | undefined {
    let ageMs = 0
    for (const read of this.#reads) {
      const age = read()
      if (age === undefined) return undefined
      if (age > ageMs) ageMs = age
    }
    return { use: 'hit', ageMs }
  }
}

/** One thing that was read: its age in milliseconds, undefined where it is not as it was. */
export type GroundRead = () => number | undefined
