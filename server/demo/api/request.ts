import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { User } from '../auth/authentication.ts'
import type { Kind } from '../kinds.ts'
import type { Target } from './request-info.ts'

/** One authenticated, authorized request. */
export interface Call {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly query: URLSearchParams
  readonly user: User
  readonly target: Target
  readonly request: IncomingMessage
  /** The response, for operations that stream: watches and logs. */
  readonly response: ServerResponse
}

/** One request for a resource that exists. */
export interface ResourceCall extends Call {
  readonly kind: Kind
  readonly namespace: string
  readonly name: string
  readonly subresource: string
}

/** A complete response; undefined stands for one that the operation writes itself. */
export interface Answer {
  readonly code: number
  readonly body: string
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns a JSON response. */
export function json(body: unknown, code = 200): Answer {
  return { code, body: `${JSON.stringify(body)}\n` }
}

/** Returns a plain text response, like those of /healthz and net/http's errors. */
export function text(body: string, code = 200): Answer {
  return {
    code,
    body,
    contentType: 'text/plain; charset=utf-8',
    headers: { 'x-content-type-options': 'nosniff' },
  }
}
