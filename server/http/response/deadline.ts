import type { Response } from 'express'
import { DeadlineExceededError } from '../../core/errors.ts'

/** Time in which work that was aborted can still return what it has. */
const GRACE_MS = 1000

/**
 * Signal of a request that fires at its time limit, or when the caller disconnects; passed to every call the
 * request makes.
 */
export interface Deadline {
  readonly signal: AbortSignal
  /** Settles as the work does, but rejects with DeadlineExceededError a second after the time limit, whatever the work waits for. */
  limit<T>(work: Promise<T>): Promise<T>
  /** Clears the time limit of a response that stays open; from then on only a disconnect fires the signal. */
  clear(): void
}

/** Starts the time limit; the signal also fires if the connection closes before the response ends. */
export function startDeadline(response: Response, milliseconds: number): Deadline {
  const controller = new AbortController()
  const { promise: exceeded, reject } = Promise.withResolvers<never>()
  // Work that is not limited leaves the rejection to nobody.
  exceeded.catch(() => undefined)
  let timer = setTimeout(() => {
    const error = new DeadlineExceededError()
    controller.abort(error)
    timer = setTimeout(() => reject(error), GRACE_MS).unref()
  }, milliseconds).unref()
  response.on('close', () => {
    clearTimeout(timer)
    if (!response.writableFinished)
      controller.abort(new DOMException('the client disconnected', 'AbortError'))
  })
  return {
    signal: controller.signal,
    limit: (work) => Promise.race([work, exceeded]),
    clear: () => clearTimeout(timer),
  }
}
