import { once } from 'node:events'
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo, Server as Listener, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { problems, type ProblemCode } from '../../api/schemas/problems.ts'
import { ConnectionLimiter } from './connection-limiter.ts'
import { MAX_HEADER_BYTES, MAX_URL_BYTES } from '../request-checks.ts'

/** Time for which an idle connection stays open. */
const KEEP_ALIVE_MS = 65_000
const STALLED_MS = 30_000
const HANDSHAKE_MS = 10_000

const PARSING = {
  // Room for the longest URL and the largest headers together; the request limits check each on its own.
  maxHeaderSize: MAX_HEADER_BYTES + 2 * MAX_URL_BYTES,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: 1000,
  // A request without a length has no body, so no body stream is created, read and closed for it; that saves
  // a twentieth of a response from memory.
  optimizeEmptyRequests: true,
  insecureHTTPParser: false,
  // The request checks answer requests without it, in JSON.
  requireHostHeader: false,
} as const

/**
 * Creates an HTTP server with limits: 10 s for a header, 15 s for a request, checked every second. The listener keeps the
 * connections of known callers (see ConnectionLimiter).
 */
export function limitedServer(listener: RequestListener, connections: ConnectionLimiter): Server {
  return limited(createServer({ ...PARSING }, listener), listener, connections)
}

/** Creates a server with the same limits that authenticates nobody and keeps each connection once it has a request. */
export function limitedOpsServer(listener: RequestListener): Server {
  const connections = new ConnectionLimiter()
  const keeping: RequestListener = (request, response) => {
    connections.dispensable.delete(request.socket)
    listener(request, response)
  }
  return limitedServer(keeping, connections)
}

/** Creates an HTTPS server with the same limits, and 10 s for a handshake. */
export function limitedTlsServer(
  options: ServerOptions,
  listener: RequestListener,
  connections: ConnectionLimiter,
): TlsServer {
  const server = createTlsServer({ ...options, ...PARSING, handshakeTimeout: HANDSHAKE_MS }, listener)
  const handshaking = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket)
    handshaking.set(client, socket)
    socket.once('close', () => handshaking.delete(client))
  })
  server.on('secureConnection', (secure) => {
    const socket = handshaking.get(clientOf(secure))
    if (socket !== undefined) connections.secured(socket, secure)
  })
  return limited(server, listener, connections)
}

/** Returns the client's address and port, which identify an open connection. */
export function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function limited<S extends Server | TlsServer>(
  server: S,
  listener: RequestListener,
  connections: ConnectionLimiter,
): S {
  // Closes a connection whose reader accepts no data for this long; streams disable it.
  server.timeout = STALLED_MS
  // No limit of lines here: before 26.5.1 and 24.18.1 Node drops those beyond it without a word, and
  // `X-Forwarded-For` may be one of them. The request limits count them, and their size is limited above.
  server.maxHeadersCount = 0
  server.on('connection', (socket: Socket) => connections.admit(socket))
  // Without these, Node would invite each body before the request is checked, and answer 417 without JSON.
  server.on('checkContinue', listener)
  server.on('checkExpectation', listener)
  server.on('clientError', refuseUnparsed)
  server.on('connect', (_request, socket: Duplex) => {
    refuse(socket, 'BAD_REQUEST', 'CONNECT is not supported: this is not a proxy')
  })
  return server
}

/**
 * Listens on a port and returns it; `*` is every address of the machine, including IPv6 if available. Rejects
 * if the port is in use or not permitted, with a message that names the setting to change.
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
  EADDRINUSE: 'address already in use',
  EACCES: 'permission denied',
}

function refusedPort({ code = '', message }: NodeJS.ErrnoException, port: number, setting: string): string {
  const why = REFUSED_PORT[code]
  return why === undefined
    ? message
    : `cannot listen on port ${port}: ${why}; choose another with ${setting} (${message})`
}

interface ClientError extends Error {
  code?: string
  rawPacket?: Buffer
}

function refuseUnparsed(error: ClientError, socket: Duplex): void {
  // After a TLS error no client can read a response.
  if (error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(error.code ?? '') || !socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const line = error.rawPacket?.indexOf(10) ?? -1
    if (line < 0 || line > MAX_URL_BYTES)
      refuse(socket, 'URI_TOO_LONG', `path and query must not exceed ${MAX_URL_BYTES} bytes`)
    else refuse(socket, 'HEADERS_TOO_LARGE', `header fields must not exceed ${MAX_HEADER_BYTES} bytes`)
  } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    refuse(socket, 'REQUEST_TIMEOUT', 'the request did not arrive in time')
  else refuse(socket, 'BAD_REQUEST', 'the request is not valid HTTP/1.1')
}

/** Sends a JSON error for a request that the HTTP parser rejected, and closes the connection. */
function refuse(socket: Duplex, code: ProblemCode, error: string): void {
  const { status } = problems[code]
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
