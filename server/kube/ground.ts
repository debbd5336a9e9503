import type { Subject } from './token-review.ts'

/** Where something read comes from, and the milliseconds since the last proof that what is held is all there is. */
export interface ReadStanding {
  use: 'hit' | 'stale'
  ageMs: number
}

/** How an answer stands, by the worst of what was read. */
export interface Standing extends ReadStanding {
  /** Whether what was read would be read the same; where not, the same reads at this moment give what is true now. */
  same: boolean
}

/** One thing that was read. */
export interface GroundRead {
  /** How it stands; undefined where it is not followed any more, or not known to be allowed. */
  stands: () => ReadStanding | undefined
  /** Whether it is as it was. */
  same: () => boolean
  /** Resolves at the next move of the state it was read from, which may have left it as it was. */
  moved: () => Promise<void>
}

/** What an answer was made of, for whoever asks. */
export interface ServedGround {
  /** How it stands for a caller, without waiting for anything; undefined where somebody has to be asked. */
  standing(subject: Subject): Standing | undefined
  /** Whether what was read would be read the same. To ask this is no use of it. */
  readonly same: boolean
  /** Resolves at the next move of what was read, which may have left it as it was; undefined where that was more than one thing. */
  moved(): Promise<void> | undefined
}

/**
 * What an answer was made of. While it stands, the same question is answered by the same reads, without waiting: what was
 * read is still followed, and the identity may still read it.
 */
export class Ground implements ServedGround {
  readonly #reads: readonly GroundRead[]

  constructor(reads: readonly GroundRead[]) {
    this.#reads = reads
  }

  standing(): Standing | undefined {
    const worst: Standing = { use: 'hit', ageMs: 0, same: this.same }
    for (const read of this.#reads) {
      const stands = read.stands()
      if (stands === undefined) return undefined
      if (stands.use === 'stale') worst.use = 'stale'
      if (stands.ageMs > worst.ageMs) worst.ageMs = stands.ageMs
    }
    return worst
  }

  get same(): boolean {
    return this.#reads.every((read) => read.same())
  }

  moved(): Promise<void> | undefined {
    const [read, ...others] = this.#reads
    return others.length === 0 ? read?.moved() : undefined
  }
}
