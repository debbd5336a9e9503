import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Answer } from './request.ts'

const compress = promisify(gzip)

/** The minimum size of a compressed body, if the client accepts gzip (endpoints/handlers/responsewriters). */
const gzipFrom = 128 * 1024

/** Writes a complete response with the headers of an API server. */
export async function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  const { code, contentType = 'application/json', headers = {} } = answer
  let body = Buffer.from(answer.body)
  const encoding: Record<string, string> = {}
  if (body.length >= gzipFrom && (request.headers['accept-encoding'] ?? '').includes('gzip')) {
    body = await compress(body, { level: 1 })
    encoding['content-encoding'] = 'gzip'
    encoding['vary'] = 'Accept-Encoding'
  }
  if (response.destroyed) return
  response.writeHead(code, {
    'audit-id': randomUUID(),
    'cache-control': 'no-cache, private',
    'content-type': contentType,
    ...encoding,
    'content-length': body.length,
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
