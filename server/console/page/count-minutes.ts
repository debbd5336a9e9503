const MINUTE_MS = 60_000

/** Returns the number of events in each of the last minutes, the oldest first. */
export function countMinutes(timestamps: readonly string[], now: number, minutes = 60): readonly number[] {
  const counts = Array.from({ length: minutes }, () => 0)
  for (const timestamp of timestamps) {
    const age = Math.max(0, Math.floor((now - Date.parse(timestamp)) / MINUTE_MS))
    const index = minutes - 1 - age
    if (index in counts) counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}
