import { createParser } from 'eventsource-parser'
import type { StreamMessage } from './object-store.ts'

/** State of a connection, as the page shows it. */
export type StreamState = 'connecting' | 'live' | 'reconnecting'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

/** The parts of the browser that the stream needs. */
export interface StreamOptions {
  readonly url: string
  readonly fetch: (
    url: string,
    init: { headers: Record<string, string>; signal: AbortSignal },
  ) => Promise<Response>
  /** Runs a function after some milliseconds; returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly onMessage: (message: StreamMessage) => void
  readonly onState: (state: StreamState) => void
  /** The response of a request that was rejected: the stream ends. */
  readonly onRejected: (response: Response) => void
}

/** A stream that can be paused and goes on at its position. */
export interface FollowedStream {
  pause(): void
  resume(): void
}

/**
 * Follows the event stream. A connection that ends is opened again with the id of its last event (`Last-Event-ID`), after
 * a pause that doubles up to 15 s; an EventSource could not resume at a position after it was closed.
 */
export function followStream(options: StreamOptions): FollowedStream {
  let lastId: string | undefined
  let pauseMs = FIRST_PAUSE_MS
  let connection: AbortController | undefined
  let cancel: (() => void) | undefined
  const again = (): void => {
    options.onState('reconnecting')
    cancel = options.after(pauseMs, connect)
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => {
      if (id !== undefined) lastId = id
      options.onMessage({ event, id, data: JSON.parse(data) as unknown })
    },
  })
  const run = async (signal: AbortSignal): Promise<void> => {
    const headers: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId }
    // Without a position the whole state follows: objects of an earlier connection would stay if they were deleted since.
    if (lastId === undefined) options.onMessage({ event: 'resync', id: undefined, data: {} })
    const response = await options.fetch(options.url, { headers, signal })
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      return options.onRejected(response)
    if (!response.ok || response.body === null) return again()
    pauseMs = FIRST_PAUSE_MS
    options.onState('live')
    parser.reset()
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (signal.aborted) return undefined
      if (done) return again()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  }
  function connect(): void {
    const opened = new AbortController()
    connection = opened
    cancel = undefined
    run(opened.signal).catch(() => {
      if (!opened.signal.aborted) again()
    })
  }
  options.onState('connecting')
  connect()
  return {
    pause: () => {
      connection?.abort()
      cancel?.()
      connection = undefined
    },
    resume: () => {
      if (connection === undefined) connect()
    },
  }
}
