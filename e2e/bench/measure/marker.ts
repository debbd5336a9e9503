import { now } from './moments.ts'

/** Marks wrap after five and a half hours, and fit an int32. */
const WRAP = 2_000_000_000
const PER_MS = 100

/**
 * The time, as a whole number that fits a container's `restartCount`: every answer shows that, so an update carries when it
 * was sent through API server and service to whoever reads. One clock for all processes of a machine, in units of 10 µs.
 */
export function mark(): number {
  return Math.floor(now() * PER_MS) % WRAP
}

/** Milliseconds between two marks. */
export function between(sent: number, seen: number): number {
  return (seen - sent) / PER_MS
}

/** A mark, and when it was seen, as a mark too. */
export type Sighting = readonly [marked: number, seen: number]

/**
 * How long after it was sent each mark, or one after it, was seen; Infinity for one that nobody saw. Marks overtaken before
 * anyone looked count until what overtook them was seen.
 */
export function staleness(sent: readonly number[], sightings: readonly Sighting[]): number[] {
  let next = 0
  return sent.map((marked) => {
    while (next < sightings.length && (sightings[next]?.[0] ?? 0) < marked) next++
    const found = sightings[next]
    return found === undefined ? Infinity : between(marked, found[1])
  })
}
