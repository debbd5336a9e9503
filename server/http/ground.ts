import type { Caller } from '../auth/caller.ts'

/** How an answer that was made before stands now. */
export interface Standing {
  use: string
  ageMs: number
  /** Whether the answer is the same now. Where it is not, nobody has to be asked to make it anew. */
  same: boolean
}

/** What an answer was made of. While it stands, the same question is answered without asking anybody. */
export interface Ground {
  /** Where the answer comes from and how old that is; undefined where it is not for this caller as it stands. It waits for nothing. */
  standing(caller: Caller): Standing | undefined
  /** Whether it was made of what is there now. To ask this is no use of it. */
  readonly same: boolean
  /** Resolves at the next move of what it was made of; undefined where that is more than one thing. */
  moved(): Promise<void> | undefined
}
