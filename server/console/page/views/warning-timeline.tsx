import { request } from '../api.ts'
import { countMinutes } from '../count-minutes.ts'
import { formatAge } from '../format-value.ts'
import { ReadProblem } from '../parts.tsx'
import { useResource } from '../use-resource.ts'
import { ObjectLink } from './findings.tsx'

/** Warnings that are listed below the timeline. */
const MAX_LISTED = 12

interface Options {
  readonly context: string
  readonly namespace: string
  readonly version: number
}

/** The warnings of the last hour: a column for each minute, then the newest in words. */
export function WarningTimeline({ context, namespace, version }: Options) {
  const warnings = useResource(
    (signal) => request('listEvents', { context, namespace, type: 'Warning', since: '1h' }, signal),
    [context, namespace],
    version,
  )
  const { data } = warnings
  const now = Date.now()
  const events = data?.events ?? []
  const counts = countMinutes(
    events.map(({ lastTimestamp }) => lastTimestamp),
    now,
  )
  const most = Math.max(1, ...counts)
  const newest = events.toSorted((one, other) => (one.lastTimestamp < other.lastTimestamp ? 1 : -1))
  return (
    <section class="card" aria-label="Warnings of the last hour">
      <h3>
        Warnings of the last hour <span class="faint">{events.length}</span>
      </h3>
      <ReadProblem of={warnings} />
      <svg class="timeline" viewBox="0 0 60 20" preserveAspectRatio="none" aria-hidden="true">
        {counts.map((count, minute) => (
          <rect
            key={minute}
            x={minute + 0.1}
            width="0.8"
            y={20 - (20 * count) / most}
            height={(20 * count) / most}
          />
        ))}
      </svg>
      {data !== undefined && events.length === 0 && <p class="faint">No warnings in the last hour.</p>}
      {events.length > 0 && (
        <p class="axis faint" aria-hidden="true">
          <span>60 minutes ago</span>
          <span>now</span>
        </p>
      )}
      <ul class="event-list">
        {newest.slice(0, MAX_LISTED).map(({ reason, message, lastTimestamp, involvedObject }, index) => (
          <li key={index}>
            <span class="faint">{formatAge(lastTimestamp, now)}</span>
            <span>
              <strong>{reason}</strong> <ObjectLink {...involvedObject} /> <bdi>{message}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
