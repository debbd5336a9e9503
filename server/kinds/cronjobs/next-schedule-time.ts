import { Cron } from 'croner'
import { clockChange, timeZone, type TimeZone } from '../../core/formats/time-zone.ts'
import { cronPattern } from './cron-fields.ts'
import { intervalOf } from './interval.ts'
import type { CronJob } from './model.ts'

/** The controller does not look further ahead. */
const MAX_YEARS = 5

/** The prefixes of a schedule that name its time zone, which the API server accepts on older objects alone. */
const ZONE_PREFIX = /^(?:CRON_)?TZ=(\S*) +(.*)$/s

/**
 * Returns the next time after `now` at which the CronJob controller creates a Job, both in milliseconds since 1970; undefined for
 * a CronJob that is suspended or being deleted, and for a schedule or a time zone that cannot be read. As in the controller
 * (github.com/robfig/cron v3), a time that clocks skip when they are set forward is left out, and one that they show twice comes
 * twice. On the day of the change, the controller differs in zones whose clocks change at midnight or by half an hour.
 */
export function nextScheduleTime({ metadata, spec, status }: CronJob, now: number): number | undefined {
  if (spec?.suspend === true || metadata.deletionTimestamp) return undefined
  const text = spec?.schedule ?? ''
  const [, prefixZone, rest] = ZONE_PREFIX.exec(text) ?? []
  // The zone of a CronJob without one is the controller's, which is not known.
  const zone = timeZone(prefixZone || (spec?.timeZone ?? 'UTC'))
  const schedule = rest?.trim() ?? text
  const interval = intervalOf(schedule)
  if (zone === undefined) return undefined
  if (interval !== undefined)
    return nextOfInterval(Date.parse(status?.lastScheduleTime ?? metadata.creationTimestamp), interval, now)
  const pattern = cronPattern(schedule)
  return pattern === undefined ? undefined : nextOfPattern(pattern, zone, now)
}

/** Returns the first time after the last one at a whole number of intervals. */
function nextOfInterval(last: number, interval: number, now: number): number | undefined {
  if (Number.isNaN(last)) return undefined
  const passed = Math.max(0, Math.floor((now - last) / interval))
  return last + (passed + 1) * interval
}

/**
 * Searches the time that clocks show, as if it were UTC, from one change of the clocks to the next: between them each time is
 * shown once.
 */
function nextOfPattern(pattern: string, zone: TimeZone, now: number): number | undefined {
  const cron = new Cron(pattern, { utcOffset: 0 })
  const lastYear = new Date(now + zone.offsetAt(now)).getUTCFullYear() + MAX_YEARS
  let [start, after] = [now, now]
  for (;;) {
    const offset = zone.offsetAt(start)
    const local = cron.nextRun(new Date(after + offset))
    if (local === null || local.getUTCFullYear() > lastYear) return undefined
    const time = local.getTime() - offset
    const change = clockChange(zone, start, time)
    if (change === undefined) return time
    // A time at the moment of the change counts.
    ;[start, after] = [change, change - 1]
  }
}
