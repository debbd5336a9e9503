import type { Response } from 'express'
import { DeadlineExceededError } from '../../core/errors.ts'

/**
 * Signal of a request that fires at its time limit, or when the caller disconnects; passed to every call the
 * request makes.
 */
export interface Deadline {
  readonly signal: AbortSignal
  /** Clears the time limit of a response that stays open; from then on only a disconnect fires the signal. */
  clear(): void
}

/** Starts the time limit; the signal also fires if the connection closes before the response ends. */
export function startDeadline(response: Response, milliseconds: number): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new DeadlineExceededError())
  }, milliseconds)
  timer.unref()
  response.on('close', () => {
    clearTimeout(timer)
    if (!response.writableFinished)
      controller.abort(new DOMException('the client disconnected', 'AbortError'))
  })
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}
