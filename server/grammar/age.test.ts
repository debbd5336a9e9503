import { expect } from 'chai'
import { age } from './age.ts'

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
    it(`${seconds} s is ${text}`, () => expect(age(before(seconds), now)).to.equal(text))

  it('has none for a text that is no time', () => expect(age('soon', now)).to.equal(undefined))
})
