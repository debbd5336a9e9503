import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { ContentEncodings } from './content-encoding.ts'
import type { SerializedBody, TextStream } from '../../api/define-route.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends JSON without an ETag: errors, and responses to writes. */
export function sendJson(response: Response, status: number, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value))
  response.set({ 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' })
  send(response, status, bytes)
}

/**
 * Sends the response to a GET, with a weak ETag of its bytes (RFC 9110 §8.8.3) and in the caller's preferred
 * content coding; 304 if the caller already has it.
 */
export async function sendCacheable(
  { headers }: IncomingMessage,
  response: Response,
  encoded: SerializedBody<unknown>,
  forms: ContentEncodings,
): Promise<void> {
  response.set({ 'Content-Type': JSON_TYPE, 'Cache-Control': 'private, no-cache' })
  // Adds to Vary, which may already contain Origin.
  response.vary('Accept-Encoding').set('ETag', encoded.etag)
  if (notModified(headers['if-none-match'], encoded.etag)) {
    response.removeHeader('Content-Type')
    response.writeHead(304).end()
    return
  }
  const { bytes, encoding: coding } = await forms.encode(encoded.bytes, headers['accept-encoding'])
  if (coding !== undefined) response.set('Content-Encoding', coding)
  send(response, 200, bytes)
}

function send(response: Response, status: number, bytes: Buffer): void {
  response.set('Content-Length', String(bytes.length))
  response.writeHead(status).end(bytes)
}

/** Whether If-None-Match matches an ETag, by weak comparison (RFC 9110 §13.1.2). */
export function notModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = etag.slice(2)
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque)
}

/**
 * Streams plain text with back-pressure in both directions. Rejects if either side closes; the caller's
 * connection is then closed too, so that a truncated log never looks complete.
 */
export async function sendText(response: Response, stream: TextStream): Promise<void> {
  response.set({
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Accel-Buffering': 'no',
  })
  // A log may be silent for any time.
  response.setTimeout(0)
  response.flushHeaders()
  await pipeline(stream.body, response)
}
