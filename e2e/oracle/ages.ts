/**
 * Removes the ages from a response and checks each against its object's creation time. Returns [the response,
 * the error].
 */
export function withoutAges(
  answer: unknown,
  [sentAt, receivedAt]: readonly [number, number],
): [unknown, string | undefined] {
  let wrong: string | undefined
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const { age, ...rest } = value as Record<string, unknown>
    const { createdAt } = rest
    if (age === undefined || typeof createdAt !== 'string') return value
    const made = Date.parse(createdAt)
    // A response that took long may be of any second in between.
    const moments = [...secondsBetween(sentAt, receivedAt), receivedAt]
    if (!moments.some((at) => age === ageAfter(at - made)))
      wrong ??= `age ${JSON.stringify(age)} of what was made at ${createdAt}, asked at ${new Date(sentAt).toISOString()}`
    return rest
  }
  const top = walk(answer)
  if (typeof top !== 'object' || top === null) return [top, wrong]
  const entries = Object.entries(top).map(([name, value]) => [
    name,
    Array.isArray(value) ? walk(value) : value,
  ])
  return [Object.fromEntries(entries), wrong]
}

/** Formats an age as the number of its largest unit, with kubectl's thresholds. */
function ageAfter(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const steps = [
    [120, 1, 's'],
    [180 * 60, 60, 'm'],
    [48 * 3600, 3600, 'h'],
    [730 * 86_400, 86_400, 'd'],
    [Infinity, 365 * 86_400, 'y'],
  ] as const
  const [, unit, letter] = steps.find(([below]) => seconds < below) ?? steps[4]
  return `${Math.floor(seconds / unit)}${letter}`
}

/** Returns times a second apart, from the first on, up to the last. */
function secondsBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.floor((last - first) / 1000) + 1 }, (_, at) => first + 1000 * at)
}
