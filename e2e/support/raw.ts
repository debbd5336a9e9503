import { connect } from 'node:net'

/** A response with a Content-Length as received from the socket; header names in lower case. */
export interface WholeAnswer {
  status: number
  fields: Record<string, string>
  body: string
}

/**
 * Sends raw bytes and returns the response: once `count` responses are complete, the connection closes, or
 * `waitMs` pass without data.
 */
export async function sendRaw(
  base: string,
  bytes: string | Buffer,
  count = 1,
  waitMs = 2000,
): Promise<string> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  const ended = Promise.withResolvers<undefined>()
  socket.setTimeout(waitMs, () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    // A port-forward keeps the connection open long after the remote end closed it.
    if (wholeAnswers(Buffer.concat(received).toString('latin1')).length >= count) socket.destroy()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => ended.resolve(undefined))
  socket.write(bytes)
  await ended.promise
  return Buffer.concat(received).toString('latin1')
}

/**
 * Returns the complete responses received on one connection, up to the first response without a
 * Content-Length.
 */
export function wholeAnswers(text: string): WholeAnswer[] {
  const found: WholeAnswer[] = []
  for (let start = 0, end = 0; (end = text.indexOf('\r\n\r\n', start)) >= 0;) {
    const [line = '', ...lines] = text.slice(start, end).split('\r\n')
    const fields = Object.fromEntries(
      lines.map((field) => {
        const [name = '', ...value] = field.split(':')
        return [name.toLowerCase(), value.join(':').trim()]
      }),
    )
    const status = Number(line.split(' ')[1])
    const length = status === 304 ? 0 : Number(fields['content-length'] ?? NaN)
    const after = end + 4 + length
    if (!(after <= text.length)) break
    found.push({ status, fields, body: text.slice(end + 4, after) })
    start = after
  }
  return found
}

/** Returns the status of a raw response; 0 if there was no response. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}

/** Sends a request whose target fetch would normalize: dots, backslashes and raw bytes are sent unchanged. */
export async function rawRequest(
  base: string,
  method: string,
  target: string,
  body?: string,
): Promise<string> {
  const { host } = new URL(base)
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close']
  if (body !== undefined)
    head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return sendRaw(base, `${head.join('\r\n')}\r\n\r\n${body ?? ''}`)
}
