import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Forms } from './forms.ts'
import type { Encoded, TextStream } from './route.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends JSON without a validator: errors, and answers to changes. */
export function sendJson(response: Response, status: number, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value))
  response.set({ 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' })
  send(response, status, bytes)
}

/**
 * Sends what a GET read, with a weak ETag over its bytes (RFC 9110 §8.8.3) and in the coding the caller likes best; 304 when
 * the caller has these already.
 */
export async function sendRead(
  { headers }: IncomingMessage,
  response: Response,
  encoded: Encoded<unknown>,
  forms: Forms,
): Promise<void> {
  response.set({ 'Content-Type': JSON_TYPE, 'Cache-Control': 'private, no-cache' })
  // It may vary by the origin of a page, too.
  response.vary('Accept-Encoding').set('ETag', encoded.etag)
  if (notModified(headers['if-none-match'], encoded.etag)) {
    response.removeHeader('Content-Type')
    response.writeHead(304).end()
    return
  }
  const { bytes, coding } = await forms.of(encoded.bytes, headers['accept-encoding'])
  if (coding !== undefined) response.set('Content-Encoding', coding)
  send(response, 200, bytes)
}

function send(response: Response, status: number, bytes: Buffer): void {
  response.set('Content-Length', String(bytes.length))
  response.writeHead(status).end(bytes)
}

/** Whether the caller has what this tag stands for, by weak comparison (RFC 9110 §13.1.2). */
export function notModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = etag.slice(2)
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque)
}

/**
 * Streams plain text with back-pressure both ways. Rejects when either side breaks; the caller's connection is then cut,
 * so that a log that was cut never looks whole.
 */
export async function sendText(response: Response, stream: TextStream): Promise<void> {
  response.set({
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Accel-Buffering': 'no',
  })
  // A log may be silent for as long as it likes.
  response.setTimeout(0)
  response.flushHeaders()
  await pipeline(stream.body, response)
}
