import type { ServerResponse } from 'node:http'
import type { SerializedBody } from '../../core/serialized-body.ts'
import type { EncodedBody } from './content-encoding.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Sends a serialized body with these headers, in one of its encodings; 304 without a body if the caller already has
 * it. The only way a cacheable response is sent, whether it was computed now or before.
 */
export function sendSerialized(
  response: ServerResponse,
  headers: readonly string[],
  body: SerializedBody<unknown>,
  { bytes, encoding }: EncodedBody,
): void {
  const fields = [...headers, 'ETag', body.etag, 'Cache-Control', 'private, no-cache']
  if (notModified(response.req.headers['if-none-match'], body.etag)) {
    response.writeHead(304, fields).end()
    return
  }
  fields.push('Content-Type', JSON_TYPE, 'Content-Length', String(bytes.length))
  if (encoding !== undefined) fields.push('Content-Encoding', encoding)
  response.writeHead(200, fields).end(bytes)
}

/** Whether If-None-Match matches an ETag, by weak comparison (RFC 9110 §13.1.2). */
function notModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = etag.slice(2)
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque)
}
