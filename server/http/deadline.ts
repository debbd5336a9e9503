import type { Response } from 'express'

/** The time a request may take, and the end of the caller's interest in it, as one signal for every call it makes. */
export interface Deadline {
  readonly signal: AbortSignal
  /** The answer has begun and may take as long as it likes: only the caller's leaving ends it now. */
  lift(): void
}

/** Starts the deadline of a request; the signal also fires when the caller's connection closes before the answer ended. */
export function startDeadline(response: Response, milliseconds: number): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new DOMException('the deadline of the request passed', 'TimeoutError'))
  }, milliseconds)
  timer.unref()
  response.on('close', () => {
    clearTimeout(timer)
    if (!response.writableFinished) controller.abort(new DOMException('the caller left', 'AbortError'))
  })
  return { signal: controller.signal, lift: () => clearTimeout(timer) }
}
