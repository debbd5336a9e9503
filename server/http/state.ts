import type { Response } from 'express'

/** What the middleware know of a request beside Express's own. */
export interface RequestState {
  requestId: string
  /** The route's template, for metrics and logs: never a URL. */
  route: string
  startedAt: number
}

const states = new WeakMap<Response, RequestState>()

export function setState(response: Response, state: RequestState): void {
  states.set(response, state)
}

/** The state of a request; before any middleware ran, an empty one. */
export function stateOf(response: Response): RequestState {
  return states.get(response) ?? { requestId: 'none', route: 'unmatched', startedAt: performance.now() }
}
