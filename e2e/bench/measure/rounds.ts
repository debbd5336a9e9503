import { steadyRounds } from './statistics.ts'

/** One thing that is measured in every round; it answers the figures of one go. */
export type RoundGroup<T> = () => Promise<T>

export interface RoundsOptions {
  rounds: number
  /** How far the limit may be from its median, as a part of it, for a round to count. */
  drift?: number
}

/**
 * Runs all lanes in turn, round after round, each round in the opposite order of the one before, so that no lane always
 * comes after the same other. Rounds in which the limit drifted are thrown away and made up for, up to as many again.
 * `limit` reads the reference from a round.
 */
export async function interleave<K extends string, T>(
  lanes: Readonly<Record<K, RoundGroup<T>>>,
  limit: (round: Record<K, T>) => number,
  { rounds, drift = 0.25 }: RoundsOptions,
): Promise<Record<K, T>[]> {
  const names = Object.keys(lanes) as K[]
  const measured: Record<K, T>[] = []
  let kept: Record<K, T>[] = []
  while (kept.length < rounds && measured.length < rounds * 2) {
    const order = measured.length % 2 === 0 ? names : names.toReversed()
    const found: Partial<Record<K, T>> = {}
    for (const name of order) found[name] = await lanes[name]()
    // Every lane has run.
    measured.push(found as Record<K, T>)
    const steady = steadyRounds(measured.map(limit), drift)
    kept = measured.filter((_, index) => steady[index] === true)
  }
  return kept
}
