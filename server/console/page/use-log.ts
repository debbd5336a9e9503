import { useEffect, useRef, useState } from 'preact/hooks'
import { errorOf, type RequestError } from './api.ts'
import { followLog, type LogState } from './follow-log.ts'
import { LogBuffer } from './log-buffer.ts'
import { logUrl, type LogTarget } from './log-url.ts'

/** Shortest time between two drawings while lines arrive. */
const DRAW_MS = 200

const after = (milliseconds: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** A log as a view draws it. */
export interface DrawnLog {
  readonly buffer: LogBuffer
  readonly state: LogState
  readonly error: RequestError | undefined
}

/** Reads a log while the view is open, and draws its lines as they arrive. */
export function useLog(target: LogTarget, follow: boolean, attempt: number): DrawnLog {
  const buffer = useRef(new LogBuffer())
  const [, setVersion] = useState(0)
  const [state, setState] = useState<LogState>('connecting')
  const [error, setError] = useState<RequestError>()
  useEffect(() => {
    const lines = new LogBuffer()
    buffer.current = lines
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        setVersion((before) => before + 1)
      }, DRAW_MS)
    }
    setError(undefined)
    const stop = followLog({
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
      onRejected: (response) => void errorOf(response).then(setError),
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [logUrl(target, follow, '', 0), attempt])
  return { buffer: buffer.current, state, error }
}
