import { hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { Encoded, type TextStream } from './route.ts'

/** A reader that takes nothing of an answer for this long is let go (faults.md H2). */
const STALLED_MS = 30_000

/** Sends JSON without a validator: errors, and answers to changes. */
export function sendJson(response: Response, status: number, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value))
  response.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
  send(response, status, bytes)
}

/** Sends what a GET read, with a weak ETag over its bytes (RFC 9110 §8.8.3); 304 when the caller has these already. */
export function sendRead(response: Response, value: unknown, ifNoneMatch: string | undefined): void {
  const { bytes, etag } = value instanceof Encoded ? value : encode(value)
  response.set({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-cache',
    ETag: etag,
  })
  if (ifNoneMatch !== undefined && holds(ifNoneMatch, etag)) {
    response.removeHeader('Content-Type')
    response.writeHead(304).end()
  } else send(response, 200, bytes)
}

function encode(value: unknown): { bytes: Buffer; etag: string } {
  const bytes = Buffer.from(JSON.stringify(value))
  return { bytes, etag: `W/"${hash('sha1', bytes, 'base64url')}"` }
}

function send(response: Response, status: number, bytes: Buffer): void {
  response.set('Content-Length', String(bytes.length))
  response.setTimeout(STALLED_MS, () => response.destroy())
  response.writeHead(status).end(bytes)
}

/** If-None-Match by weak comparison (RFC 9110 §13.1.2). */
function holds(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
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
  response.flushHeaders()
  await pipeline(stream.body, response)
}
