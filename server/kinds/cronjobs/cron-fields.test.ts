import { expect } from 'chai'
import { cronPattern } from './cron-fields.ts'

describe('cronPattern', () => {
  const accepted: [schedule: string, pattern: string][] = [
    ['* * * * *', '* * * * *'],
    ['? ? ? ? ?', '* * * * *'],
    ['  5  4 *\t* * ', '5 4 * * *'],
    ['05 +4 * * *', '5 4 * * *'],
    ['*/15 * * * *', '0,15,30,45 * * * *'],
    ['*/1 */1 * * *', '* * * * *'],
    ['5/15 * * * *', '5,20,35,50 * * * *'],
    ['10-20/5 * * * *', '10,15,20 * * * *'],
    ['*/45,7 * * * *', '0,7,45 * * * *'],
    ['1,,2, * * * *', '1,2 * * * *'],
    ['0 22/1 * * *', '0 22,23 * * *'],
    ['0 0 1 jan,JUL,Sep-nov *', '0 0 1 1,7,9,10,11 *'],
    ['0 0 * * mon-FRI', '0 0 * * 1,2,3,4,5'],
    ['0 0 * * sun', '0 0 * * 0'],
    ['0 0 1-31 * 1', `0 0 ${Array.from({ length: 31 }, (_, day) => day + 1).join(',')} * 1`],
    ['0 0 */2 * 1', `0 0 ${Array.from({ length: 16 }, (_, day) => 2 * day + 1).join(',')} * 1`],
    ['0 0 *,5 * 1', '0 0 * * 1'],
    ['0 0 29 2 *', '0 0 29 2 *'],
    ['0 0 30 2 1', '0 0 30 2 1'],
    ['@yearly', '0 0 1 1 *'],
    ['@annually', '0 0 1 1 *'],
    ['@monthly', '0 0 1 * *'],
    ['@weekly', '0 0 * * 0'],
    ['@daily', '0 0 * * *'],
    ['@midnight', '0 0 * * *'],
    ['@hourly', '0 * * * *'],
  ]
  for (const [schedule, pattern] of accepted)
    it(`reads "${schedule}"`, () => expect(cronPattern(schedule)).to.equal(pattern))

  const rejected = [
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * 32 * *',
    '* * * 0 *',
    '* * * 13 *',
    '* * * * 7',
    '* * L * *',
    '* * 15W * *',
    '* * * * 1#2',
    '* * * * +mon',
    '* * * * monday',
    'jan * * * *',
    '*/0 * * * *',
    '*/-1 * * * *',
    '*/2/2 * * * *',
    '5-1 * * * *',
    '1-2-3 * * * *',
    '-5 * * * *',
    '1.5 * * * *',
    '0 0 30 2 *',
    '0 0 31 4,6,9,11 *',
    ', * * * *',
    '@reboot',
    '@Hourly',
    ' @hourly',
    'constructor',
    '@every 1h',
  ]
  for (const schedule of rejected)
    it(`rejects "${schedule}"`, () => expect(cronPattern(schedule)).to.equal(undefined))
})
