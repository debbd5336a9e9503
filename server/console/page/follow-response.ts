import { readText } from './read-text.ts'

/** State of a connection, as the page shows it. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

/** The parts of the browser that a followed response needs, and the view that it is for. */
export interface FollowOptions<State = ConnectionState> {
  /** Runs a function after some milliseconds; returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly onState: (state: State) => void
  /** Receives the response of a request that was rejected: it is not repeated. The signal fires once the view has left it. */
  readonly onRejected: (response: Response, left: AbortSignal) => void
}

interface ResponseOptions extends FollowOptions {
  /** Requests the response, also after each cut. */
  readonly request: (signal: AbortSignal) => Promise<Response>
  /** Receives the text of the response as it arrives. */
  readonly onPart: (part: string) => void
  /** Runs at the end of a response that is complete; absent: an end is a cut. */
  readonly onEnd?: () => void
}

/** A response that can be paused, and requested again. */
export interface FollowedResponse {
  pause(): void
  resume(): void
}

/** Reads a response as it arrives. One that is cut short is requested again, after a pause that doubles up to 15 s. */
export function followResponse(options: ResponseOptions): FollowedResponse {
  let pauseMs = FIRST_PAUSE_MS
  let connection: AbortController | undefined
  let cancel: (() => void) | undefined
  const again = (): void => {
    options.onState('reconnecting')
    cancel = options.after(pauseMs, connect)
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
  const run = async (signal: AbortSignal): Promise<void> => {
    const response = await options.request(signal)
    if (signal.aborted) return undefined
    if (isRejection(response.status)) return options.onRejected(response, signal)
    if (!response.ok || response.body === null) return again()
    pauseMs = FIRST_PAUSE_MS
    options.onState('live')
    await readText(response.body, signal, options.onPart)
    return options.onEnd === undefined ? again() : options.onEnd()
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

/** Whether a status means that the same request would be rejected again; an overloaded service may accept it later. */
export function isRejection(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429
}
