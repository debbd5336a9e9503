import { expect } from 'chai'

let count = 0

/** Holds one object of one route against what kubectl says of it, and counts it. */
export function compare(what: string, ours: unknown, expected: unknown): void {
  // What a reader of JSON cannot see, a field that is undefined, is no difference.
  expect(ours, what).to.deep.equal(JSON.parse(JSON.stringify(expected)))
  count++
}

/** The comparisons of this run. */
export function comparisons(): number {
  return count
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 }

/** Our age is the first unit of kubectl's AGE, read before and after. */
export function ageBetween(ours: string, earlier: string | undefined, later: string | undefined): void {
  const [least, own, most] = [earlier, ours, later].map((age) => {
    const [, number, unit = ''] = /^(\d+)([smhdy])/.exec(age ?? '') ?? []
    return Number(number) * (SECONDS[unit] ?? Number.NaN)
  })
  expect(ours).to.match(/^\d+[smhdy]$/)
  expect(own).to.be.within(least ?? 0, most ?? 0)
}
