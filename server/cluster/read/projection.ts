import type { Kind } from '../kind.ts'

/**
 * Projection of a kind's objects to their API shape: a pure function. Cached items are keyed by the
 * projection's identity, so a projection is declared once, at module level.
 */
export interface Projection<T, V> {
  /** `now` in milliseconds since 1970. */
  readonly project: (object: T, now: number) => V
  /**
   * Every field that `show` reads, as paths through objects and lists; absent: any field. Items rendered
   * while the object is received see only these fields.
   */
  readonly reads?: readonly string[]
  /**
   * Returns the time until which the projection at `now` stays the same, since ages change by themselves;
   * absent: for ever.
   */
  readonly expiresAt?: (object: T, now: number) => number
}

/** Returns the projection of a kind's list items, if it has one. */
export type ItemProjections = <T>(kind: Kind<T>) => Projection<T, unknown> | undefined

/** Fields of a list response besides its array. */
export interface PageFields {
  continue?: string
  remaining?: number
}

/** A list response: the array under its field, then the pagination fields. */
export type Listing<F extends string, V> = Record<F, V[]> & PageFields
