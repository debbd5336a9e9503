import type { Request, Response } from 'express'
import type { RequestActor } from '../../audit/audit-log.ts'
import type { Caller } from '../../auth/caller.ts'

/** State of a request for the middleware, besides Express's own. */
export interface RequestContext {
  requestId: string
  /** The route template, for metrics and logs: never a URL. */
  route: string
  startedAt: number
  /** The authenticated caller; undefined before authentication, and for routes without it. */
  caller?: Caller
}

declare global {
  namespace Express {
    interface Locals {
      inspector?: RequestContext
    }
  }
}

type ResponseWithContext = Pick<Response, 'locals'>

export function setContext(response: ResponseWithContext, state: RequestContext): void {
  response.locals.inspector = state
}

/** Returns the state of a request; an empty one before any middleware ran. */
export function contextOf(response: ResponseWithContext): RequestContext {
  return response.locals.inspector ?? { requestId: 'none', route: 'unmatched', startedAt: performance.now() }
}

/** Returns the caller, request id and address, for the audit log. */
export function actorOf({ socket }: Pick<Request, 'socket'>, response: ResponseWithContext): RequestActor {
  const { requestId, caller } = contextOf(response)
  return { requestId, caller, address: socket.remoteAddress ?? '' }
}
