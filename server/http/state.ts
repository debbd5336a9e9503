import type { Request, Response } from 'express'
import type { Actor } from '../audit/trail.ts'
import type { Caller } from '../auth/caller.ts'

/** What the middleware know of a request beside Express's own. */
export interface RequestState {
  requestId: string
  /** The route's template, for metrics and logs: never a URL. */
  route: string
  startedAt: number
  /** Who sent it; undefined before that is known, and where it does not matter. */
  caller?: Caller
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

/** Who does something, in which request, for the audit trail. */
export function actorOf({ socket }: Pick<Request, 'socket'>, response: Holder): Actor {
  const { requestId, caller } = stateOf(response)
  return { requestId, caller, address: socket.remoteAddress ?? '' }
}
