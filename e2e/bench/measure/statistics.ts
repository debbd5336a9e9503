/** A figure with what is known of its error: the 95 % interval around the median. */
export interface Estimate {
  median: number
  low: number
  high: number
}

const RESAMPLES = 2000

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value below which a part (0 to 1) of the values lie, between two of them by their distance; NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort()
  const position = part * (sorted.length - 1)
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  const between = position - Math.floor(position)
  return between === 0 ? below : below + (above - below) * between
}

/** The median of samples, and how it varies when they are drawn anew from themselves (bootstrap, percentile method). */
export function estimate(samples: readonly number[], random: () => number = drawn(samples.length)): Estimate {
  if (samples.length === 0) return { median: Number.NaN, low: Number.NaN, high: Number.NaN }
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(samples.map(() => samples[Math.floor(random() * samples.length)] ?? Number.NaN)),
  )
  return { median: median(samples), low: percentile(medians, 0.025), high: percentile(medians, 0.975) }
}

/** Which rounds count: those in which the limit is no more than `drift` away from its median over all. */
export function steadyRounds(limits: readonly number[], drift = 0.25): boolean[] {
  const usual = median(limits)
  return limits.map((limit) => Math.abs(limit - usual) <= drift * usual)
}

/** A sequence of numbers from 0 to 1 that is the same in every run, so that a table can be made again (mulberry32). */
export function drawn(seed: number): () => number {
  let state = seed + 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
