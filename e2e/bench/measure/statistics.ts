/** A figure with its 95% confidence interval around the median. */
export interface Estimate {
  median: number
  low: number
  high: number
}

const RESAMPLES = 2000

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Returns the percentile (0 to 1) of values, with linear interpolation; NaN if there are no values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort()
  const position = part * (sorted.length - 1)
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  const between = position - Math.floor(position)
  return between === 0 ? below : below + (above - below) * between
}

/** Returns the median of samples with its confidence interval (bootstrap, percentile method). */
export function estimate(samples: readonly number[], random: () => number = drawn(samples.length)): Estimate {
  if (samples.length === 0) return { median: Number.NaN, low: Number.NaN, high: Number.NaN }
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(samples.map(() => samples[Math.floor(random() * samples.length)] ?? Number.NaN)),
  )
  return { median: median(samples), low: percentile(medians, 0.025), high: percentile(medians, 0.975) }
}

/**
 * Returns for each round whether it counts: its limit deviates at most by `drift` from the median of all
 * rounds.
 */
export function steadyRounds(limits: readonly number[], drift = 0.25): boolean[] {
  const usual = median(limits)
  return limits.map((limit) => Math.abs(limit - usual) <= drift * usual)
}

/**
 * Returns a generator of numbers from 0 to 1 with the same sequence in every run, so that a table can be
 * reproduced (mulberry32).
 */
export function drawn(seed: number): () => number {
  let state = seed + 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
