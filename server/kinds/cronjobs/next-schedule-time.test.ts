import { expect } from 'chai'
import { metadata } from '../../testing/metadata.ts'
import type { CronJob } from './model.ts'
import { nextScheduleTime } from './next-schedule-time.ts'
import { cronJobExpiresAt } from './projections.ts'

const at = (text: string) => Date.parse(text)

function cronJob(spec: NonNullable<CronJob['spec']>, status: NonNullable<CronJob['status']> = {}): CronJob {
  return { metadata: metadata({ creationTimestamp: '2026-01-01T00:00:30Z' }), spec, status }
}

/** Returns the next times of a CronJob after a time, one after the other. */
function timesOf(object: CronJob, after: string, count: number): string[] {
  const times: string[] = []
  let now = at(after)
  for (let index = 0; index < count; index++) {
    const next = nextScheduleTime(object, now)
    if (next === undefined) break
    times.push(new Date(next).toISOString().replace('.000Z', 'Z'))
    now = next
  }
  return times
}

describe('nextScheduleTime', () => {
  // The times are those of github.com/robfig/cron v3.0.1.
  const cases: [title: string, spec: NonNullable<CronJob['spec']>, after: string, want: string[]][] = [
    [
      'each minute, and never the present one',
      { schedule: '* * * * *' },
      '2026-11-27T12:00:00Z',
      ['2026-11-27T12:01:00Z', '2026-11-27T12:02:00Z'],
    ],
    [
      'within a minute',
      { schedule: '30 12 * * *' },
      '2026-11-27T12:29:59.999Z',
      ['2026-11-27T12:30:00Z', '2026-11-28T12:30:00Z'],
    ],
    [
      'a day of the month or a day of the week, if both are given',
      { schedule: '0 0 13 * fri' },
      '2026-11-01T00:00:00Z',
      ['2026-11-06T00:00:00Z', '2026-11-13T00:00:00Z', '2026-11-20T00:00:00Z', '2026-11-27T00:00:00Z'],
    ],
    [
      'the day of the week alone beside *',
      { schedule: '0 0 ? * mon' },
      '2026-11-27T00:00:00Z',
      ['2026-11-30T00:00:00Z', '2026-12-07T00:00:00Z'],
    ],
    [
      'either day beside a step, which is no *',
      { schedule: '0 0 */10 * mon' },
      '2026-11-27T00:00:00Z',
      ['2026-11-30T00:00:00Z', '2026-12-01T00:00:00Z', '2026-12-07T00:00:00Z', '2026-12-11T00:00:00Z'],
    ],
    [
      'leap days',
      { schedule: '0 0 29 2 *' },
      '2026-11-27T00:00:00Z',
      ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z'],
    ],
    [
      'in the time zone',
      { schedule: '0 9 * * *', timeZone: 'Asia/Kolkata' },
      '2026-11-27T00:00:00Z',
      ['2026-11-27T03:30:00Z', '2026-11-28T03:30:00Z'],
    ],
    [
      'on days of the time zone',
      { schedule: '0 1 1 * *', timeZone: 'Pacific/Auckland' },
      '2026-11-27T00:00:00Z',
      ['2026-11-30T12:00:00Z', '2026-12-31T12:00:00Z'],
    ],
    [
      'across a change of the clocks',
      { schedule: '0 12 * * *', timeZone: 'Europe/Berlin' },
      '2026-03-28T00:00:00Z',
      ['2026-03-28T11:00:00Z', '2026-03-29T10:00:00Z'],
    ],
    [
      'not at a time that clocks skip',
      { schedule: '30 2 * * *', timeZone: 'Europe/Berlin' },
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:30:00Z', '2026-03-30T00:30:00Z'],
    ],
    [
      'each hour where clocks skip one',
      { schedule: '30 * * * *', timeZone: 'America/New_York' },
      '2026-03-08T06:00:00Z',
      ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z'],
    ],
    [
      'at the moment at which clocks are set forward',
      { schedule: '0 3 * * *', timeZone: 'America/New_York' },
      '2026-03-08T06:00:00Z',
      ['2026-03-08T07:00:00Z', '2026-03-09T07:00:00Z'],
    ],
    [
      'twice at a time that clocks show twice',
      { schedule: '30 1 * * *', timeZone: 'America/New_York' },
      '2026-11-01T00:00:00Z',
      ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-02T06:30:00Z'],
    ],
    [
      'in the second of two hours, after its minute in the first',
      { schedule: '10 1 * * *', timeZone: 'America/New_York' },
      '2026-11-01T05:40:00Z',
      ['2026-11-01T06:10:00Z', '2026-11-02T06:10:00Z'],
    ],
    [
      'where clocks are changed by half an hour',
      { schedule: '45 1 * * *', timeZone: 'Australia/Lord_Howe' },
      '2026-04-03T12:00:00Z',
      ['2026-04-03T14:45:00Z', '2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z', '2026-04-05T15:15:00Z'],
    ],
    [
      'once a year, after two changes of the clocks',
      { schedule: '0 0 1 1 *', timeZone: 'Europe/Berlin' },
      '2026-01-15T00:00:00Z',
      ['2026-12-31T23:00:00Z', '2027-12-31T23:00:00Z'],
    ],
  ]
  for (const [title, spec, after, want] of cases)
    it(`comes ${title}`, () => expect(timesOf(cronJob(spec), after, want.length)).to.deep.equal(want))

  it('takes the time zone from a prefix of the schedule', () => {
    for (const prefix of ['TZ', 'CRON_TZ'])
      expect(
        timesOf(cronJob({ schedule: `${prefix}=Asia/Kolkata 0 9 * * *` }), '2026-11-27T00:00:00Z', 1),
      ).to.deep.equal(['2026-11-27T03:30:00Z'])
  })

  it('counts intervals from the last Job, or from the creation', () => {
    const spec = { schedule: '@every 90m' }
    expect(timesOf(cronJob(spec), '2026-01-01T04:00:00Z', 2)).to.deep.equal([
      '2026-01-01T04:30:30Z',
      '2026-01-01T06:00:30Z',
    ])
    const lastScheduleTime = '2026-01-01T03:50:00Z'
    expect(timesOf(cronJob(spec, { lastScheduleTime }), '2026-01-01T05:20:00Z', 1)).to.deep.equal([
      '2026-01-01T06:50:00Z',
    ])
  })

  it('returns undefined for a CronJob that makes no Jobs', () => {
    const now = at('2026-11-27T12:00:00Z')
    const schedule = '* * * * *'
    const objects: CronJob[] = [
      cronJob({ schedule, suspend: true }),
      { ...cronJob({ schedule }), metadata: metadata({ deletionTimestamp: '2026-11-27T11:00:00Z' }) },
      cronJob({ schedule, timeZone: 'Europe/Nowhere' }),
      cronJob({ schedule: 'TZ=Europe/Nowhere * * * * *' }),
      cronJob({ schedule: 'TZ=UTC' }),
      cronJob({ schedule: 'now and then' }),
      cronJob({ schedule: '0 0 30 2 *' }),
      cronJob({}),
    ]
    for (const object of objects) expect(nextScheduleTime(object, now)).to.equal(undefined)
  })

  it('returns undefined if there is no time within five years', () => {
    expect(nextScheduleTime(cronJob({ schedule: '0 0 29 2 *' }), at('2096-03-01T00:00:00Z'))).to.equal(
      undefined,
    )
  })
})

describe('the item of a CronJob', () => {
  it('expires at the next time of its schedule, if its age changes later', () => {
    const object = cronJob({ schedule: '15 12 * * *' })
    expect(cronJobExpiresAt(object, at('2026-11-27T12:00:00Z'))).to.equal(at('2026-11-27T12:15:00Z'))
    expect(cronJobExpiresAt(object, at('2026-11-27T12:15:00Z'))).to.equal(at('2026-11-28T00:00:30Z'))
  })
})
