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
  /** For answers that go on: watches and logs. */
  readonly response: ServerResponse
}

/** One request for a resource that exists. */
export interface ResourceCall extends Call {
  readonly kind: Kind
  readonly namespace: string
  readonly name: string
  readonly subresource: string
}

/** A complete answer; undefined stands for one that the operation writes by itself. */
export interface Answer {
  readonly code: number
  readonly body: string
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A JSON answer. */
export function json(body: unknown, code = 200): Answer {
  return { code, body: `${JSON.stringify(body)}\n` }
}

/** A plain text answer, as /healthz and net/http's own refusals are. */
export function text(body: string, code = 200): Answer {
  return {
    code,
    body,
    contentType: 'text/plain; charset=utf-8',
    headers: { 'x-content-type-options': 'nosniff' },
  }
}
