/** An interval in milliseconds on the machine's common clock (`process.hrtime`). */
export type Moment = readonly [from: number, to: number]

/**
 * Milliseconds that other work continues on a core after it was detected, in pieces too short to distinguish
 * from the work that always runs there.
 */
const GOES_ON_MS = 5

/** Returns the current time on this clock. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Selects the reads during which the core was not in use by others. */
export function undisturbed(reads: readonly Moment[], taken: readonly Moment[]): readonly Moment[] {
  return reads.filter(
    ([from, to]) => !taken.some(([since, until]) => since <= to && until + GOES_ON_MS >= from),
  )
}
