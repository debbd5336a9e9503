/**
 * A seeded random generator: the same seed makes the same choices in the same order. Source: mulberry32,
 * Tommy Ettinger.
 */
export class Random {
  readonly seed: number
  #state: number

  constructor(seed: number) {
    this.seed = seed >>> 0
    this.#state = this.seed
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Returns an element of a list; throws if the list is empty. */
  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new Error('there is nothing to pick from')
    return picked
  }

  /**
   * Returns a generator of its own for a consumer with its own timing, so that its choices do not affect
   * others.
   */
  branch(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32))
  }
}
