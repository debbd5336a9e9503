import { expect } from 'chai'
import { age, nextAgeChange } from './age.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const HOUR = 3600
const DAY = 24 * HOUR

describe('age', () => {
  const cases: [seconds: number, text: string][] = [
    [-5, '0s'],
    [0, '0s'],
    [119, '119s'],
    [120, '2m'],
    [5 * 60 + 30, '5m'],
    [179 * 60 + 59, '179m'],
    [3 * HOUR, '3h'],
    [47 * HOUR + 3599, '47h'],
    [2 * DAY, '2d'],
    [7 * DAY + 23 * HOUR, '7d'],
    [729 * DAY, '729d'],
    [730 * DAY, '2y'],
    [9 * 365 * DAY, '9y'],
  ]
  for (const [seconds, text] of cases)
    it(`formats ${seconds} s as ${text}`, () => expect(age(before(seconds), now)).to.equal(text))

  it('has none for a text that is no time', () => expect(age('soon', now)).to.equal(undefined))

  it('holds until the moment it is said to change, and no longer', () => {
    const seconds = [
      -5,
      0,
      0.4,
      60,
      118.9,
      119,
      120,
      3599,
      3 * HOUR - 1,
      3 * HOUR,
      47 * HOUR,
      2 * DAY - 1,
      2 * DAY,
    ]
    for (const past of [...seconds, 729 * DAY, 730 * DAY - 1, 730 * DAY, 5 * 365 * DAY]) {
      const createdAt = before(past)
      const until = nextAgeChange(createdAt, now)
      expect(until, String(past)).to.be.above(now)
      expect(age(createdAt, until - 1), String(past)).to.equal(age(createdAt, now))
      expect(age(createdAt, until), String(past)).to.not.equal(age(createdAt, now))
    }
    expect(nextAgeChange('soon', now)).to.equal(Infinity)
  })
})
