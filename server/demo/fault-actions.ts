import type { ServerResponse } from 'node:http'
import type { Action, ObservedRequest } from './faults.ts'
import { type Failure, failure, tooLargeResourceVersion } from './status.ts'

interface CannedAnswer {
  code: number
  headers?: Record<string, string>
  /** An object becomes JSON, a text or bytes go as they are. */
  body?: unknown
}

/** Answers in the cluster's place. */
export function respond({ code, headers = {}, body = '' }: CannedAnswer): Action {
  return (_request, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body))
  }
}

function refuse({ status }: Failure, headers: Record<string, string> = {}): Action {
  return respond({ code: status.code, headers, body: status })
}

/** 429 of priority and fairness, with Retry-After (KEP-1040). */
export function tooManyRequests(retryAfterSeconds = 1): Action {
  const message = 'too many requests, please try again later'
  const refused = failure(429, 'TooManyRequests', message, { retryAfterSeconds })
  return refuse(refused, { 'retry-after': String(retryAfterSeconds) })
}

/** 500 as the API server gives it when etcd does not answer. */
export function internalError(message = 'etcdserver: request timed out'): Action {
  return refuse(failure(500, '', message))
}

/** 504 of an API server that has not seen a resource version yet. */
export function notYetMatched(asked: string, current: number): Action {
  return refuse(tooLargeResourceVersion(asked, current), { 'retry-after': '1' })
}

/** 410 as an HTTP answer. */
export function gone(): Action {
  return refuse(failure(410, 'Expired', 'too old resource version: 1 (1000)'))
}

/** 422 of a server without the WatchList feature; inject it with {@link asksForWatchList}. */
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

/** True for a watch that asks for its initial events (KEP-3157). */
export function asksForWatchList({ url }: ObservedRequest): boolean {
  return /[?&]sendInitialEvents=(?!false|0)/.test(url)
}

/** Resets the connection without a byte of answer. */
export function reset(): Action {
  return (_request, response) => {
    response.socket?.resetAndDestroy()
  }
}

/** Takes the request and never answers. */
export function hang(): Action {
  return () => undefined
}

/** Sends the headers of a 200 and nothing after them. */
export function hangAfterHeaders(
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Action {
  return (_request, response) => {
    response.writeHead(200, headers)
    response.flushHeaders()
  }
}

/** Answers as usual after a while. The delay ends with the connection. */
export function delay(milliseconds: number): Action {
  return (_request, response, proceed) => {
    const timer = setTimeout(proceed, milliseconds)
    response.once('close', () => clearTimeout(timer))
  }
}

/** Lets so many bytes of the real body through, then destroys the socket. */
export function cutAfter(bytes: number): Action {
  return limited(bytes, (response) => response.destroy())
}

/** Lets so many bytes of the real body through, then says nothing more and stays open. */
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
