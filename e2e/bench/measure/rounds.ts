import { steadyRounds } from './statistics.ts'

/** One of the things measured in each round; returns the figures of one run. */
export type RoundGroup<T> = () => Promise<T>

export interface RoundsOptions {
  rounds: number
  /** The largest deviation of the limit from its median, as a fraction, with which a round counts. */
  drift?: number
}

/**
 * Runs all groups one after the other, in rounds of alternating order, so that no group always follows the same
 * other. Rounds in which the limit drifted are discarded and repeated, up to the same number again. `limit`
 * reads the reference figure from a round.
 */
export async function interleave<K extends string, T>(
  groups: Readonly<Record<K, RoundGroup<T>>>,
  limit: (round: Record<K, T>) => number,
  { rounds, drift = 0.25 }: RoundsOptions,
): Promise<Record<K, T>[]> {
  const names = Object.keys(groups) as K[]
  const measured: Record<K, T>[] = []
  let kept: Record<K, T>[] = []
  while (kept.length < rounds && measured.length < rounds * 2) {
    const order = measured.length % 2 === 0 ? names : names.toReversed()
    const found: Partial<Record<K, T>> = {}
    for (const name of order) found[name] = await groups[name]()
    // The record is complete: every group has run.
    measured.push(found as Record<K, T>)
    const steady = steadyRounds(measured.map(limit), drift)
    kept = measured.filter((_, index) => steady[index] === true)
  }
  return kept
}
