import { now } from './moments.ts'

/** Marks wrap around after five and a half hours and fit into an int32. */
const WRAP = 2_000_000_000
const PER_MS = 100

/**
 * Returns the current time as an integer that fits into a container's `restartCount`. Every response contains
 * that field, so an update carries the time it was sent through API server and service to the reader. All
 * processes of the machine share one clock, in units of 10 µs.
 */
export function mark(): number {
  return Math.floor(now() * PER_MS) % WRAP
}

/** Returns the milliseconds between two marks. */
export function between(sent: number, seen: number): number {
  return (seen - sent) / PER_MS
}

/** A mark, and the time it was seen, as a mark as well. */
export type Sighting = readonly [marked: number, seen: number]

/**
 * Returns the time from sending each mark until it, or a later one, was seen; Infinity for a mark that was
 * never seen. A mark overwritten before any read counts until its successor was seen.
 */
export function staleness(sent: readonly number[], sightings: readonly Sighting[]): number[] {
  let next = 0
  return sent.map((marked) => {
    while (next < sightings.length && (sightings[next]?.[0] ?? 0) < marked) next++
    const found = sightings[next]
    return found === undefined ? Infinity : between(marked, found[1])
  })
}
