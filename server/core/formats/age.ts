const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/**
 * Returns the age at `now` (milliseconds since 1970) of an object created at `createdAt` (ISO 8601):
 * kubectl's HumanDuration, truncated after its first unit, so `5m` where kubectl prints `5m30s`. A time in
 * the future is `0s`; undefined for a text that is not a time. Source: k8s.io/apimachinery/pkg/util/duration,
 * HumanDuration.
 */
export function age(createdAt: string, now: number): string | undefined {
  const created = Date.parse(createdAt)
  if (Number.isNaN(created)) return undefined
  const seconds = Math.max(0, Math.floor((now - created) / 1000))
  if (seconds < 2 * MINUTE) return `${seconds}s`
  if (seconds < 3 * HOUR) return `${Math.floor(seconds / MINUTE)}m`
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)}h`
  if (seconds < 2 * YEAR) return `${Math.floor(seconds / DAY)}d`
  return `${Math.floor(seconds / YEAR)}y`
}

/**
 * Returns the time, in milliseconds since 1970, at which the age of an object created at `createdAt` next
 * differs from its age at `now`; Infinity for a text that is not a time.
 */
export function nextAgeChange(createdAt: string, now: number): number {
  const created = Date.parse(createdAt)
  if (Number.isNaN(created)) return Infinity
  const seconds = Math.max(0, Math.floor((now - created) / 1000))
  const unit = unitAt(seconds)
  return created + (Math.floor(seconds / unit) + 1) * unit * 1000
}

function unitAt(seconds: number): number {
  if (seconds < 2 * MINUTE) return 1
  if (seconds < 3 * HOUR) return MINUTE
  if (seconds < 2 * DAY) return HOUR
  return seconds < 2 * YEAR ? DAY : YEAR
}
