import { ClusterError } from '../core/errors.ts'
import { sanitize } from '../core/formats/sanitize.ts'

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'no response within 10 s (time-out)',
  UND_ERR_BODY_TIMEOUT: 'the response stalled for 10 s (time-out)',
  UND_ERR_SOCKET: 'the server closed the connection',
  UND_ERR_HEADERS_OVERFLOW: 'the response is not from an API server: its headers are too large',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the server closed the connection',
}

/** Matches the addresses in undici's message of a connect time-out. */
const TRIED = /\(attempted address(?:es)?: (.+), timeout: /

/** Returns the code of an error of Node.js or undici; empty if there is none. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

/** Describes a failure in a text that is safe for callers. */
export function detailsOf(error: unknown): string {
  if (error instanceof ClusterError) return error.details
  if (!(error instanceof Error)) return 'unknown failure'
  if (error.name === 'TimeoutError')
    return 'no complete response before the deadline of the request (time-out)'
  if (error instanceof AggregateError && error.errors.length > 0) return detailsOf(error.errors[0])
  if (codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT') {
    const [, tried] = TRIED.exec(error.message) ?? []
    return `no connection${tried === undefined ? '' : ` to ${sanitize(tried, 200)}`} within 3 s (time-out)`
  }
  const description = DESCRIPTIONS[codeOf(error)]
  if (description !== undefined) return description
  // Node's messages about DNS, connect and TLS contain a code and an address, never a credential.
  const message = error.message === '' ? codeOf(error) : error.message
  return sanitize(message === '' ? error.name : message, 300)
}
