import type { Socket } from 'node:net'
import type { Random } from '../../oracle/random.ts'

const LIMIT = 2 * 1024 * 1024
const RETRY_AFTER = ['0', '1', '-1', '1e9', '999999', 'Fri, 31 Dec 1999 23:59:59 GMT', 'soon', '']
const STATUSES = [
  400, 401, 403, 404, 405, 406, 409, 410, 413, 418, 422, 429, 429, 499, 500, 502, 503, 503, 504, 599,
]
const TYPES = [
  'application/json',
  'text/html',
  'application/vnd.kubernetes.protobuf',
  'application/json; charset=utf-16',
  '',
]
const ENCODINGS = ['gzip', 'br', 'identity', 'deflate, gzip', 'x-none', 'zstd']

/** Writes one response to a socket; it decides whether the connection stays open. */
type Writer = (socket: Socket, body: Buffer, random: Random) => void

/** Writes a response whose framing is right. */
export function sendWhole(socket: Socket, code: number, body: Buffer, fields: readonly string[] = []): void {
  const head = [
    `HTTP/1.1 ${code} Any`,
    'Content-Type: application/json',
    ...fields,
    `Content-Length: ${body.length}`,
  ]
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]))
}

/** Writes a response with an error status and an odd `Retry-After`; the body may be a Status, or not. */
export function sendRefusal(socket: Socket, random: Random): void {
  const code = random.pick(STATUSES)
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code }
  const body = random.pick([
    JSON.stringify({ ...status, reason: 'Expired', message: 'the resourceVersion is too old' }),
    JSON.stringify({
      ...status,
      reason: random.pick(['Invalid', '', 'NotFound']),
      message: 'x'.repeat(random.below(3000)),
    }),
    JSON.stringify({ ...status, reason: {}, message: ['\u001b[31m'], details: { retryAfterSeconds: -1 } }),
    '<html>502</html>',
    '',
    '{"kind":"Status"',
  ])
  sendWhole(
    socket,
    code,
    Buffer.from(body),
    random.chance(0.5) ? [`Retry-After: ${random.pick(RETRY_AFTER)}`] : [],
  )
}

const end = (socket: Socket, ...parts: (string | Buffer)[]): void => {
  for (const part of parts) socket.write(part)
  socket.end()
}

/** Responses whose head or framing is a lie. */
export const oddWriters: readonly Writer[] = [
  // Content-Length that is too large, too small, no number, or given twice.
  (socket, body) => end(socket, `HTTP/1.1 200 OK\r\nContent-Length: ${body.length + 100}\r\n\r\n`, body),
  (socket, body) =>
    socket.write(
      Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length >> 1}\r\n\r\n`), body]),
    ),
  (socket, body, random) =>
    end(
      socket,
      `HTTP/1.1 200 OK\r\nContent-Length: ${random.pick(['-1', 'x', '1e9', '99999999999999999999', ''])}\r\n\r\n`,
      body,
    ),
  (socket, body) =>
    end(socket, `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nContent-Length: 3\r\n\r\n`, body),
  (socket, body) =>
    end(
      socket,
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${body.length.toString(16)}\r\n`,
      body,
      '\r\n0\r\n\r\n',
    ),
  // Chunks with a wrong size, without an end, of no size, or with an endless extension.
  (socket, body, random) =>
    end(
      socket,
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${random.pick(['zz', '-1', 'ffffffffffffffffff', '1', '', `5;${'e'.repeat(20_000)}`])}\r\n`,
      body,
      '\r\n0\r\n\r\n',
    ),
  (socket, body) =>
    end(
      socket,
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
      body,
      '\r\n',
    ),
  (socket, body, random) =>
    end(
      socket,
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: ${random.pick(['gzip, chunked', 'chunked, chunked', 'identity', 'x'])}\r\n\r\n`,
      body,
    ),
  (socket, body) =>
    end(
      socket,
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
      body,
      `\r\n0\r\nX-Trailer: ${'t'.repeat(30_000)}\r\n\r\n`,
    ),
  // A body without any length, truncated or whole.
  (socket, body, random) =>
    end(socket, 'HTTP/1.1 200 OK\r\n\r\n', body.subarray(0, random.below(body.length + 1))),
  (socket, body) => end(socket, 'HTTP/1.0 200 OK\r\n\r\n', body),
  // Heads that are wrong, large, or of another protocol.
  (socket, body, random) =>
    end(
      socket,
      `${random.pick(['HTTP/1.1 OK', 'HTTP/9.9 200 OK', 'SSH-2.0-x', 'HTTP/1.1 99999 OK', 'HTTP/1.1 000 OK', '\u0000', 'HTTP/1.1 200', 'HTTP/1.1 204 No', 'HTTP/1.1 304 No'])}\r\n\r\n`,
      body,
    ),
  (socket, body) => sendWhole(socket, 200, body, [`X-Large: ${'h'.repeat(100_000)}`]),
  (socket, body) =>
    sendWhole(
      socket,
      200,
      body,
      Array.from({ length: 3000 }, (_, n) => `X-${n}: ${n}`),
    ),
  (socket, body, random) =>
    sendWhole(socket, 200, body, [
      random.pick(['no colon', ': no name', 'X-Nul: \u0000', 'X Y: z', ' folded: x', 'X-Latin: \u00ff']),
    ]),
  // Types and encodings of another body.
  (socket, body, random) => sendWhole(socket, 200, body, [`Content-Encoding: ${random.pick(ENCODINGS)}`]),
  (socket, body, random) =>
    sendWhole(socket, random.pick([200, 201, 202, 203, 206]), body, [`Content-Type: ${random.pick(TYPES)}`]),
  // Interim responses before, or in place of, the final one.
  (socket, body, random) => {
    socket.write(
      `HTTP/1.1 ${random.pick([100, 102, 103])} Wait\r\nLink: <x>\r\n\r\n`.repeat(1 + random.below(20)),
    )
    if (random.chance(0.7)) sendWhole(socket, 200, body)
    else socket.end()
  },
  (socket) =>
    end(socket, 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
  // Redirects: to the same path, another host, nothing.
  (socket, body, random) =>
    sendWhole(socket, random.pick([301, 302, 303, 307, 308]), body, [
      `Location: ${random.pick(['/', '/readyz', 'http://169.254.169.254/latest', 'file:///etc/passwd', ''])}`,
    ]),
  // Several responses to one request.
  (socket, body) => {
    sendWhole(socket, 200, body)
    sendWhole(socket, 200, body)
  },
  // Closed or reset: at once, after the head, within the body.
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.end(),
  (socket, body) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`)
    socket.write(body.subarray(0, body.length >> 1), () => socket.resetAndDestroy())
  },
  sendEndless,
]

/** Writes a body that does not end while the client reads, up to a limit that keeps the run short. */
function sendEndless(socket: Socket, body: Buffer, random: Random): void {
  const text = random.pick([body, Buffer.from(' '), Buffer.from('['), Buffer.from('\n')])
  const piece = Buffer.alloc(65_536, text.length === 0 ? ' ' : text)
  let sent = 0
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n')
  const more = (): void => {
    while (!socket.destroyed && sent < LIMIT) {
      sent += piece.length
      if (!socket.write(piece)) {
        socket.once('drain', more)
        return
      }
    }
    socket.end()
  }
  more()
}
