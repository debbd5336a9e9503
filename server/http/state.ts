import type { Response } from 'express'

/** What the middleware know of a request beside Express's own. */
export interface RequestState {
  requestId: string
  /** The route's template, for metrics and logs: never a URL. */
  route: string
  startedAt: number
}

declare global {
  namespace Express {
    interface Locals {
      inspector?: RequestState
    }
  }
}

type Holder = Pick<Response, 'locals'>

export function setState(response: Holder, state: RequestState): void {
  response.locals.inspector = state
}

/** The state of a request; before any middleware ran, an empty one. */
export function stateOf(response: Holder): RequestState {
  return response.locals.inspector ?? { requestId: 'none', route: 'unmatched', startedAt: performance.now() }
}
