import { expect } from 'chai'
import { clockChange, timeZone } from './time-zone.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)

describe('timeZone', () => {
  const cases: [name: string, time: string, hours: number][] = [
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 1],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 2],
    ['America/St_Johns', '2026-01-01T00:00:00Z', -3.5],
    ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', 11],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 10.5],
    ['Asia/Kolkata', '2026-12-31T23:59:59Z', 5.5],
  ]
  for (const [name, time, hours] of cases)
    it(`has ${name} ${hours} h ahead of UTC at ${time}`, () =>
      expect(timeZone(name)?.offsetAt(at(time))).to.equal(hours * HOUR))

  it('returns undefined for a name that is not in the database', () => {
    for (const name of ['Europe/Nowhere', '', 'Local', '../etc/passwd'])
      expect(timeZone(name), name).to.equal(undefined)
  })
})

describe('clockChange', () => {
  const change = (name: string, from: string, to: string) => {
    const zone = timeZone(name)
    const time = zone && clockChange(zone, at(from), at(to))
    return time === undefined ? undefined : new Date(time).toISOString()
  }

  it('returns the moment at which clocks are set forward or back', () => {
    expect(change('Europe/Berlin', '2026-01-15T12:34:56.789Z', '2027-01-01T00:00:00Z')).to.equal(
      '2026-03-29T01:00:00.000Z',
    )
    expect(change('America/New_York', '2026-10-31T12:00:00Z', '2026-11-02T00:00:00Z')).to.equal(
      '2026-11-01T06:00:00.000Z',
    )
  })

  it('includes the end of the time that is searched, but not its beginning', () => {
    expect(change('Europe/Berlin', '2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z')).to.equal(
      '2026-03-29T01:00:00.000Z',
    )
    expect(change('Europe/Berlin', '2026-03-29T01:00:00Z', '2026-10-24T00:00:00Z')).to.equal(undefined)
  })

  it('returns undefined in a zone whose clocks are not changed', () => {
    expect(change('Asia/Kolkata', '2026-01-01T00:00:00Z', '2031-01-01T00:00:00Z')).to.equal(undefined)
  })
})
