import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { Caller } from '../../auth/caller.ts'

/** State of a request, besides Express's own. */
export interface RequestContext {
  requestId: string
  /** The route template, for metrics and logs: never a URL. */
  route: string
  readonly startedAt: number
  /** Response headers that the checks set, as alternating names and values. */
  readonly headers: string[]
  /** The error of a failed check, which Express turns into a response. */
  rejection?: unknown
  /** The authenticated caller; undefined before authentication, and for routes without it. */
  caller?: Caller
}

/** A response that may carry a context; Express leaves existing `locals` alone. */
type ResponseWithContext = ServerResponse & { locals?: { inspector?: RequestContext } }

/** Returns a new context, which `contextOf` finds by the response. */
export function attachContext(response: ServerResponse): RequestContext {
  const context = { requestId: 'none', route: 'unmatched', startedAt: performance.now(), headers: [] }
  Object.assign(response, { locals: { inspector: context } })
  return context
}

/** Returns the context of a response; an empty one if none is attached. */
export function contextOf(response: ResponseWithContext): RequestContext {
  return response.locals?.inspector ?? attachContext(response)
}

/** Returns the caller, request id and address, for the audit log. */
export function actorOf({ socket }: Pick<IncomingMessage, 'socket'>, response: ServerResponse): RequestActor {
  const { requestId, caller } = contextOf(response)
  return { requestId, caller, address: socket.remoteAddress ?? '' }
}
