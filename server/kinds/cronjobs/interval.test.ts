import { expect } from 'chai'
import { intervalOf } from './interval.ts'

describe('intervalOf', () => {
  const cases: [schedule: string, seconds: number | undefined][] = [
    ['@every 1h', 3600],
    ['@every 1h30m', 5400],
    ['@every 90m10s', 5410],
    ['@every 1.5h', 5400],
    ['@every .5m', 30],
    ['@every 1500ms', 1],
    ['@every 2s900ms', 2],
    ['@every 10ms', 1],
    ['@every 0', 1],
    ['@every -1h', 1],
    ['@every +1h', 3600],
    ['@every 5µs', 1],
    ['@every 2562047h', 9_223_369_200],
    ['@every 2562048h', undefined],
    ['@every 1d', undefined],
    ['@every 5', undefined],
    ['@every', undefined],
    ['@every ', undefined],
    ['@every  1h', undefined],
    ['@EVERY 1h', undefined],
    ['@hourly', undefined],
    ['* * * * *', undefined],
  ]
  for (const [schedule, seconds] of cases)
    it(`${seconds === undefined ? 'rejects' : `reads ${seconds} s from`} "${schedule}"`, () =>
      expect(intervalOf(schedule)).to.equal(seconds === undefined ? undefined : seconds * 1000))
})
