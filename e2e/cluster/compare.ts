import { expect } from 'chai'

let count = 0

/** Compares one object of one route with kubectl's and counts the comparison. */
export function compare(what: string, ours: unknown, expected: unknown): void {
  // A field that is undefined does not appear in JSON, so it is not a difference.
  expect(ours, what).to.deep.equal(JSON.parse(JSON.stringify(expected)))
  count++
}

/** Number of comparisons in this run. */
export function comparisons(): number {
  return count
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 }

/** Expects the service's age to be between kubectl's AGE before and after, each cut to its first unit. */
export function ageBetween(ours: string, earlier: string | undefined, later: string | undefined): void {
  const [least, own, most] = [earlier, ours, later].map((age) => {
    const [, number, unit = ''] = /^(\d+)([smhdy])/.exec(age ?? '') ?? []
    return Number(number) * (SECONDS[unit] ?? Number.NaN)
  })
  expect(ours).to.match(/^\d+[smhdy]$/)
  expect(own).to.be.within(least ?? 0, most ?? 0)
}
