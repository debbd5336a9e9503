import { followResponse, type ConnectionState, type FollowOptions } from './follow-response.ts'

/** State of a log: it is read, followed, continued after a cut, or complete up to its end. */
export type LogState = ConnectionState | 'ended'

/** The parts of the browser that a followed log needs. */
export interface LogOptions extends FollowOptions<LogState> {
  /** Returns the URL of the log; `since` is the time of the newest line that is already here. */
  readonly url: (since: string) => string
  readonly fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>
  /** Returns the time of the newest line; empty before the first. */
  readonly newest: () => string
  readonly onPart: (part: string) => void
  /** A further connection begins; it may repeat lines. */
  readonly onResume: () => void
}

/**
 * Reads a log to its end; returns a function that stops. A response that is cut short goes on after its newest line. One that
 * ends is complete: the container has ended.
 */
export function followLog(options: LogOptions): () => void {
  let isFurther = false
  const log = followResponse({
    ...options,
    request: async (signal) => {
      if (isFurther) options.onResume()
      const since = isFurther ? options.newest() : ''
      isFurther = true
      return options.fetch(options.url(since), { signal })
    },
    onEnd: () => options.onState('ended'),
  })
  return () => log.pause()
}

/** Returns how far a log has to reach back to contain a time, as a duration of the API: at least a second more. */
export function sinceDuration(time: string, now: number): string {
  const seconds = Math.ceil((now - Date.parse(time)) / 1000) + 2
  return `${Math.max(2, seconds)}s`
}
