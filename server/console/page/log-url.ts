import { urlOf } from './api.ts'
import { sinceDuration } from './follow-log.ts'
import { MAX_LINES } from './log-buffer.ts'

/** A log of a container. */
export interface LogTarget {
  readonly operation: string
  readonly name: string
  readonly namespace: string
  readonly context: string
  readonly container: string
  readonly previous: boolean
}

/** Returns the URL of a log with the times of its lines; `since`: the newest line that is already here. */
export function logUrl(target: LogTarget, follow: boolean, since: string, now: number): string {
  return urlOf(target.operation, {
    ...parametersOf(target),
    // An instance that has ended writes nothing more.
    follow: String(follow && !target.previous),
    tail: String(MAX_LINES),
    timestamps: 'true',
    since: since === '' ? '' : sinceDuration(since, now),
  })
}

/** Returns the URL of the newest lines as a file. */
export function downloadUrl(target: LogTarget, timestamps: boolean): string {
  return urlOf(target.operation, {
    ...parametersOf(target),
    tail: String(MAX_LINES),
    timestamps: String(timestamps),
  })
}

function parametersOf({ name, namespace, context, container, previous }: LogTarget) {
  return { name, namespace, context, container, previous: String(previous) }
}
