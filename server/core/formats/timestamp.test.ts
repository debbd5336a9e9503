import { expect } from 'chai'
import { truncateToSeconds } from './timestamp.ts'

describe('wholeSeconds', () => {
  const cases: [text: string | null | undefined, want: string | undefined][] = [
    ['2026-11-20T11:25:00Z', '2026-11-20T11:25:00Z'],
    ['2026-11-20T11:25:00.123456Z', '2026-11-20T11:25:00Z'],
    ['2026-11-20T11:25:00.999999999Z', '2026-11-20T11:25:00Z'],
    ['2026-11-20T11:25:00.9+02:00', '2026-11-20T09:25:00Z'],
    ['2026-11-20T11:25:00+02:00', '2026-11-20T09:25:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    [null, undefined],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['2026-13-20T11:25:00Z', undefined],
  ]
  for (const [text, want] of cases)
    it(`truncates ${String(text)} to ${String(want)}`, () => expect(truncateToSeconds(text)).to.equal(want))
})
