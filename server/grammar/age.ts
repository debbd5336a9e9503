const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/**
 * Age of something made at `createdAt` (ISO 8601) at `now` (milliseconds since 1970): kubectl's HumanDuration
 * cut after its first unit, so `5m` for what kubectl prints as `5m30s`. A time in the future is `0s`; a text that is
 * no time has no age. Source: k8s.io/apimachinery/pkg/util/duration, HumanDuration.
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
 * The moment `age` of something made at `createdAt` next reads otherwise than at `now`, in milliseconds since 1970; Infinity
 * for a text that is no time.
 */
export function ageChangesAt(createdAt: string, now: number): number {
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
