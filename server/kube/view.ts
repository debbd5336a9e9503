import { weakTag } from '../grammar/entity-tag.ts'
import type { Kind } from './kinds.ts'

/**
 * How objects of a kind are shown in answers: a pure function. What was made with a view is found again by it, so a view is
 * declared once, at the level of its module.
 */
export interface View<T, V> {
  /** `now` in milliseconds since 1970. */
  readonly show: (object: T, now: number) => V
  /**
   * All that `show` reads, as paths through objects and lists alike; without it, anything. An item that is made as its object
   * comes in is made of this alone.
   */
  readonly reads?: readonly string[]
  /** Until when what was shown at `now` reads the same (an age changes by itself); without it, for ever. */
  readonly holdsUntil?: (object: T, now: number) => number
}

/** How a kind is shown in lists, if it is. */
export type ItemViews = <T>(kind: Kind<T>) => View<T, unknown> | undefined

/** JSON that is made already, and its weak ETag (RFC 9110 §8.8.3). T is what it says, for the compiler. */
export interface JsonBytes<T> {
  readonly bytes: Buffer
  readonly etag: string
  /** Milliseconds since 1970: an age in it changes then. */
  readonly until: number
  readonly says?: T
}

/** Fields of a list's envelope beside its array. */
export interface PageFields {
  continue?: string
  remaining?: number
}

/** A list as it is answered: the array under its field, then what says that there is more. */
export type Listing<F extends string, V> = Record<F, V[]> & PageFields

export function jsonBytes<T>(json: string, until: number): JsonBytes<T> {
  const bytes = Buffer.from(json)
  return { bytes, etag: weakTag(bytes), until }
}
