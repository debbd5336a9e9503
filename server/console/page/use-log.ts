import { useEffect, useRef, useState } from 'preact/hooks'
import { after } from './after.ts'
import { reportError, type RequestError } from './api.ts'
import { followLog, type LogState } from './follow-log.ts'
import { LogBuffer } from './log-buffer.ts'
import { logUrl, type LogTarget } from './log-url.ts'
import { useThrottledCount } from './use-throttled-count.ts'

/** Shortest time between two drawings while lines arrive. */
const DRAW_MS = 200

/** A log as a view draws it. */
export interface DrawnLog {
  readonly buffer: LogBuffer
  readonly state: LogState
  readonly error: RequestError | undefined
}

/** Reads a log while the view is open, and draws its lines as they arrive. */
export function useLog(target: LogTarget, follow: boolean, attempt: number): DrawnLog {
  const buffer = useRef(new LogBuffer())
  const [, draw] = useThrottledCount(DRAW_MS)
  const [state, setState] = useState<LogState>('connecting')
  const [error, setError] = useState<RequestError>()
  useEffect(() => {
    const lines = new LogBuffer()
    buffer.current = lines
    setError(undefined)
    return followLog({
      url: (since) => logUrl(target, follow, since, Date.now()),
      fetch: (url, init) => fetch(url, init),
      after,
      newest: () => lines.newest,
      onPart: (part) => {
        lines.add(part)
        draw()
      },
      onResume: () => lines.resume(),
      onState: (next) => {
        if (next === 'ended') lines.end()
        setState(next)
      },
      onRejected: reportError(setError),
    })
  }, [logUrl(target, follow, '', 0), attempt])
  return { buffer: buffer.current, state, error }
}
