import { once } from 'node:events'
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo, Server as Listener, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Connections } from './connections.ts'
import { MAX_HEADER_BYTES, MAX_URL_BYTES } from './guard.ts'
import { KEEP_ALIVE_MS } from './whole-head.ts'

const STALLED_MS = 30_000
const HANDSHAKE_MS = 10_000

const PARSING = {
  // Room for a longest URL and the largest header together; guard() holds each to its own limit.
  maxHeaderSize: MAX_HEADER_BYTES + 2 * MAX_URL_BYTES,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: 1000,
  // Without a length there is no body, and no stream of one to be set up, read to its end and closed: a twentieth of an answer from memory.
  optimizeEmptyRequests: true,
  insecureHTTPParser: false,
} as const

/** A listener with strict limits (faults.md H1): 10 s for a header, 15 s for a request, both looked at every second. */
export function limitedServer(listener: RequestListener, connections = new Connections()): Server {
  return limited(createServer({ ...PARSING }, listener), connections)
}

/** The same over TLS, with 10 s for a handshake. */
export function limitedTlsServer(
  options: ServerOptions,
  listener: RequestListener,
  connections: Connections,
): TlsServer {
  return limited(
    createTlsServer({ ...options, ...PARSING, handshakeTimeout: HANDSHAKE_MS }, listener),
    connections,
  )
}

function limited<S extends Server | TlsServer>(server: S, connections: Connections): S {
  // A reader that takes nothing of an answer for this long is let go (faults.md H2); streams lift it.
  server.timeout = STALLED_MS
  server.maxHeadersCount = 100
  server.on('connection', (socket: Socket) => connections.take(socket))
  server.on('clientError', refuseUnparsed)
  server.on('connect', (_request, socket: Duplex) => {
    refuse(socket, 400, 'BAD_REQUEST', 'CONNECT is not served: this is no proxy')
  })
  return server
}

/**
 * Listens; `*` is every address the machine has, IPv6 where it can. Answers the port; rejects where it is taken or not to be
 * had, in words that name the setting that chooses another.
 */
export async function listen(server: Listener, port: number, host: string, setting: string): Promise<number> {
  server.listen({ port, ...(host === '*' ? {} : { host }) })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new Error(refusedPort(error as NodeJS.ErrnoException, port, setting), { cause: error })
  }
  return (server.address() as AddressInfo).port
}

const REFUSED_PORT: Record<string, string> = {
  EADDRINUSE: 'is taken already',
  EACCES: 'is not for this user',
}

function refusedPort({ code = '', message }: NodeJS.ErrnoException, port: number, setting: string): string {
  const why = REFUSED_PORT[code]
  return why === undefined ? message : `port ${port} ${why}: choose another with ${setting} (${message})`
}

interface ClientError extends Error {
  code?: string
  rawPacket?: Buffer
}

function refuseUnparsed(error: ClientError, socket: Duplex): void {
  // What fails in TLS has nobody to read an answer.
  if (error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(error.code ?? '') || !socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const line = error.rawPacket?.indexOf(10) ?? -1
    if (line < 0 || line > MAX_URL_BYTES)
      refuse(socket, 414, 'URI_TOO_LONG', `a path with its query may hold ${MAX_URL_BYTES} bytes at most`)
    else refuse(socket, 431, 'HEADERS_TOO_LARGE', `header fields may hold ${MAX_HEADER_BYTES} bytes at most`)
  } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    refuse(socket, 408, 'REQUEST_TIMEOUT', 'the request did not arrive in time')
  else refuse(socket, 400, 'BAD_REQUEST', 'the request is not valid HTTP/1.1')
}

/** Answers where the HTTP parser refused, in JSON like everything else, and closes. */
function refuse(socket: Duplex, status: number, code: string, error: string): void {
  const issues = code === 'BAD_REQUEST' ? { issues: [] } : {}
  const body = JSON.stringify({ error, code, ...issues })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
