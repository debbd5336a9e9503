import type { ServerResponse } from 'node:http'
import type { Action } from './faults.ts'
import { type Failure, failure, tooLargeResourceVersion } from '../../../server/demo/status.ts'
import type { ObservedRequest } from '../../../server/demo/cluster.ts'

interface CannedAnswer {
  code: number
  headers?: Record<string, string>
  /** Objects are sent as JSON, strings and bytes unchanged. */
  body?: unknown
}

/** Returns an action that responds in place of the cluster. */
export function respond({ code, headers = {}, body = '' }: CannedAnswer): Action {
  return (_request, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body))
  }
}

function refuse({ status }: Failure, headers: Record<string, string> = {}): Action {
  return respond({ code: status.code, headers, body: status })
}

/** Responds with 429 of API priority and fairness, with Retry-After (KEP-1040). */
export function tooManyRequests(retryAfterSeconds = 1): Action {
  const message = 'too many requests, please try again later'
  const refused = failure(429, 'TooManyRequests', message, { retryAfterSeconds })
  return refuse(refused, { 'retry-after': String(retryAfterSeconds) })
}

/** Responds with 500, as the API server does if etcd does not respond. */
export function internalError(message = 'etcdserver: request timed out'): Action {
  return refuse(failure(500, '', message))
}

/** Responds with 504, as an API server that has not reached a resourceVersion yet. */
export function notYetMatched(asked: string, current: number): Action {
  return refuse(tooLargeResourceVersion(asked, current), { 'retry-after': '1' })
}

/** Responds with 410 as the HTTP status. */
export function gone(): Action {
  return refuse(failure(410, 'Expired', 'too old resource version: 1 (1000)'))
}

/** Responds with 422, as a server without the WatchList feature; inject it with {@link asksForWatchList}. */
export function refuseWatchList(): Action {
  const why =
    'Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'
  return refuse(
    failure(422, 'Invalid', `ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: ${why}`, {
      group: 'meta.k8s.io',
      kind: 'ListOptions',
      causes: [{ reason: 'FieldValueForbidden', message: why, field: 'sendInitialEvents' }],
    }),
  )
}

/** Whether a request is a watch that asks for initial events (KEP-3157). */
export function asksForWatchList({ url }: ObservedRequest): boolean {
  return /[?&]sendInitialEvents=(?!false|0)/.test(url)
}

/** Resets the connection without a response. */
export function reset(): Action {
  return (_request, response) => {
    response.socket?.resetAndDestroy()
  }
}

/** Accepts the request and never responds. */
export function hang(): Action {
  return () => undefined
}

/** Sends the headers of a 200 response and nothing more. */
export function hangAfterHeaders(
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Action {
  return (_request, response) => {
    response.writeHead(200, headers)
    response.flushHeaders()
  }
}

/** Responds normally after a delay, which ends early if the connection closes. */
export function delay(milliseconds: number): Action {
  return (_request, response, proceed) => {
    const timer = setTimeout(proceed, milliseconds)
    response.once('close', () => clearTimeout(timer))
  }
}

/** Forwards this many bytes of the real body, then destroys the socket. */
export function cutAfter(bytes: number): Action {
  return limited(bytes, (response) => response.destroy())
}

/** Forwards this many bytes of the real body, then sends nothing more and leaves the connection open. */
export function stallAfter(bytes: number): Action {
  return limited(bytes, () => undefined)
}

function limited(limit: number, reached: (response: ServerResponse) => void): Action {
  return (_request, response, proceed) => {
    let left = limit
    let over = false
    const write = response.write.bind(response)
    const pass = (chunk: unknown): void => {
      if (over || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return
      const bytes = Buffer.from(chunk)
      const part = bytes.subarray(0, left)
      left -= part.length
      over = left === 0
      write(part, () => {
        if (over) reached(response)
      })
    }
    response.write = (chunk: unknown) => {
      pass(chunk)
      return true
    }
    response.end = (chunk?: unknown) => {
      pass(chunk)
      return response
    }
    proceed()
  }
}
