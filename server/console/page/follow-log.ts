/** State of a log: it is read, followed, continued after a cut, or complete up to its end. */
export type LogState = 'connecting' | 'live' | 'reconnecting' | 'ended'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

/** The parts of the browser that a followed log needs. */
export interface LogOptions {
  /** Returns the URL of the log; `since` is the time of the newest line that is already here. */
  readonly url: (since: string) => string
  readonly fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>
  /** Runs a function after some milliseconds; returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  /** Returns the time of the newest line; empty before the first. */
  readonly newest: () => string
  readonly onPart: (part: string) => void
  /** A further connection begins; it may repeat lines. */
  readonly onResume: () => void
  readonly onState: (state: LogState) => void
  /** The response of a request that was rejected: the log ends. */
  readonly onRejected: (response: Response) => void
}

/**
 * Reads a log to its end; returns a function that stops. A response that is cut short goes on after its newest line, after a
 * pause that doubles up to 15 s. One that ends is complete: the container has ended.
 */
export function followLog(options: LogOptions): () => void {
  const stopped = new AbortController()
  let pauseMs = FIRST_PAUSE_MS
  let cancel: (() => void) | undefined
  const again = (): void => {
    options.onState('reconnecting')
    cancel = options.after(pauseMs, () => connect(true))
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
  const read = async (isFurther: boolean): Promise<void> => {
    if (isFurther) options.onResume()
    const response = await options.fetch(options.url(isFurther ? options.newest() : ''), {
      signal: stopped.signal,
    })
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      return options.onRejected(response)
    if (!response.ok || response.body === null) return again()
    pauseMs = FIRST_PAUSE_MS
    options.onState('live')
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (stopped.signal.aborted) return undefined
      if (done) break
      options.onPart(decoder.decode(value, { stream: true }))
    }
    return options.onState('ended')
  }
  const connect = (isFurther: boolean): void => {
    read(isFurther).catch(() => {
      if (!stopped.signal.aborted) again()
    })
  }
  options.onState('connecting')
  connect(false)
  return () => {
    stopped.abort()
    cancel?.()
  }
}

/** Returns how far a log has to reach back to contain a time, as a duration of the API: at least a second more. */
export function sinceDuration(time: string, now: number): string {
  const seconds = Math.ceil((now - Date.parse(time)) / 1000) + 2
  return `${Math.max(2, seconds)}s`
}
