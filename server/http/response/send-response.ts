import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Redirect, TextStream } from '../../api/responses.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'
import type { BodiesInFlight } from './bodies-in-flight.ts'
import { JSON_TYPE, sendSerialized, type ContentEncodings, type EncodedBody } from './representation.ts'

/** Sends JSON without an ETag: errors, and responses to writes. */
export function sendJson(response: Response, status: number, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value))
  response.set({
    'Content-Type': JSON_TYPE,
    'Cache-Control': 'no-store',
    'Content-Length': String(bytes.length),
  })
  response.writeHead(status).end(bytes)
}

/** The parts that encode and account for the bodies of cacheable responses. */
export interface CacheableResponses {
  readonly encodings: ContentEncodings
  readonly bodies: BodiesInFlight
}

/**
 * Sends the response to a GET, with a weak ETag of its bytes (RFC 9110 §8.8.3) and in the caller's preferred
 * content coding; 304 if the caller already has it.
 */
export async function sendCacheable(
  response: Response,
  body: SerializedBody<unknown>,
  { encodings, bodies }: CacheableResponses,
): Promise<void> {
  // Since the request was admitted, other bodies have been made.
  bodies.admit(response)
  const encoding = encodings.encode(body, response.req.headers['accept-encoding'])
  const encoded =
    encoding instanceof Promise ? await accountWhileEncoding(encoding, response, body, bodies) : encoding
  // Adds to Vary, which may already contain Origin.
  response.vary('Accept-Encoding')
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)])
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  sendSerialized(response, headers, body, encoded, bodies)
}

/** Accounts for a body until it is encoded. */
async function accountWhileEncoding(
  encoding: Promise<EncodedBody>,
  response: Response,
  { bytes }: SerializedBody<unknown>,
  bodies: BodiesInFlight,
): Promise<EncodedBody> {
  const release = bodies.hold(response, bytes)
  try {
    return await encoding
  } finally {
    release()
  }
}

/** Sends a 303 that must not be cached. */
export function sendRedirect(response: Response, { location, cookies = [] }: Redirect): void {
  response.set({ Location: location, 'Cache-Control': 'no-store', 'Content-Length': '0' })
  if (cookies.length > 0) response.setHeader('Set-Cookie', [...cookies])
  response.writeHead(303).end()
}

/**
 * Streams plain text with back-pressure in both directions. Rejects if either side closes; the caller's
 * connection is then closed too, so that a truncated log never looks complete. HEAD closes the source at once.
 */
export async function sendText(response: Response, stream: TextStream): Promise<void> {
  response.set({
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Accel-Buffering': 'no',
  })
  if (response.req.method === 'HEAD') {
    // A source that is closed early may report that as an error.
    stream.body.on('error', () => undefined).destroy()
    response.end()
    return
  }
  // A log may be silent for any time.
  response.setTimeout(0)
  response.flushHeaders()
  await pipeline(stream.body, response)
}
