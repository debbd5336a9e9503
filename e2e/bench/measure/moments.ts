/** From when to when, in milliseconds of the machine's one clock (`process.hrtime`). */
export type Moment = readonly [from: number, to: number]

/** Who was found on a core goes on there for so long, in pieces too short to be told from what always runs on one. */
const GOES_ON_MS = 5

/** The time on the clock of moments. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** What did not happen while somebody else had the core. */
export function undisturbed(reads: readonly Moment[], taken: readonly Moment[]): readonly Moment[] {
  return reads.filter(
    ([from, to]) => !taken.some(([since, until]) => since <= to && until + GOES_ON_MS >= from),
  )
}
