import type { ServerResponse } from 'node:http'
import { JSON_TYPE } from '../response/send-response.ts'
import { fieldsOf } from '../response/raw-response.ts'

/** Headers that are computed for each response, or that a 304 omits. */
const CHANGING = new Set([
  'etag',
  'x-request-id',
  'x-cache',
  'x-cache-age-ms',
  'content-length',
  'content-type',
  'content-encoding',
  'date',
  'ratelimit',
  'ratelimit-policy',
  'strict-transport-security',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'keep-alive',
])
/** Headers of a 200 that a 304 has to repeat, besides the ETag (RFC 9110 §15.4.5). */
const OF_304 = new Set(['cache-control', 'vary'])

/** Header lines stored with a cached response, by status. */
export interface StoredHeaders {
  200: string
  304: string
}

/** Returns the header lines to store of a response that was sent. */
export function storedHeaders(response: ServerResponse): StoredHeaders {
  return {
    200: `Content-Type: ${JSON_TYPE}\r\n${fieldsOf(response, (name) => !CHANGING.has(name))}`,
    304: fieldsOf(response, (name) => OF_304.has(name)),
  }
}
