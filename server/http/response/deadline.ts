import type { Response } from 'express'
import { DeadlineExceededError, UnavailableError } from '../../core/errors.ts'

/** Time in which work that was aborted can still return what it has. */
const GRACE_MS = 1000

/**
 * Signal of a request that fires at its time limit, or when the caller disconnects; passed to every call the
 * request makes.
 */
export interface Deadline {
  readonly signal: AbortSignal
  /**
   * Settles as the work does. A second after the time limit it rejects with UnavailableError: the signal has ended all calls to the
   * cluster, so what the work waits for is the service itself.
   */
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
    controller.abort(new DeadlineExceededError())
    timer = setTimeout(() => reject(tooBusy()), GRACE_MS).unref()
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

function tooBusy(): UnavailableError {
  return new UnavailableError(
    'the service is too busy: this request was not done before its deadline; retry later, another replica may be faster',
  )
}
