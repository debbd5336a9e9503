import type { ServerResponse } from 'node:http'
import { JSON_TYPE } from './reply.ts'
import { fieldsOf } from './whole-head.ts'

/** Of one answer alone, whatever is sent with it; and what a 304 leaves out. */
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
/** All that a 304 has to repeat of what a 200 would say, beside the ETag (RFC 9110 §15.4.5). */
const OF_304 = new Set(['cache-control', 'vary'])

/** Header fields that go with an answer each time it is given, by status. */
export interface HeldFields {
  200: string
  304: string
}

/** The fields of the answer that was sent. */
export function heldFields(response: ServerResponse): HeldFields {
  return {
    200: `Content-Type: ${JSON_TYPE}\r\n${fieldsOf(response, (name) => !CHANGING.has(name))}`,
    304: fieldsOf(response, (name) => OF_304.has(name)),
  }
}
