import { connect } from 'node:net'

/**
 * Sends bytes as they are and answers what came back: a whole answer, or all there was when the connection closed or
 * `waitMs` passed in silence.
 */
export async function sendRaw(base: string, bytes: string | Buffer, waitMs = 2000): Promise<string> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  const ended = Promise.withResolvers<undefined>()
  socket.setTimeout(waitMs, () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    // A port-forward keeps the connection long after the other end closed it.
    if (isWhole(Buffer.concat(received).toString('latin1'))) socket.destroy()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => ended.resolve(undefined))
  socket.write(bytes)
  await ended.promise
  return Buffer.concat(received).toString('latin1')
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head))?.[1]
  return head >= 0 && length !== undefined && answer.length >= head + 4 + Number(length)
}

/** The status of a raw answer; 0 where none came. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}

/** A request with a target that fetch would clean up: dots, backslashes, raw bytes stay as they are. */
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
