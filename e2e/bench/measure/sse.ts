import { connect, type Socket } from 'node:net'
import { getRequest } from './wire.ts'

const READ_BYTES = 64 * 1024

/**
 * One client of an event stream: a socket that hands on what arrives, in bytes that the next read overwrites, or takes nothing at
 * all while it is stalled.
 */
export class SseReader {
  /** Read into by all of them: with a buffer for each read, a thousand clients would take the core from the cluster. */
  static readonly #room = Buffer.allocUnsafeSlow(READ_BYTES)
  readonly #socket: Socket
  bytes = 0

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static async open(url: URL, take: (chunk: Buffer) => void): Promise<SseReader> {
    const first = Promise.withResolvers<undefined>()
    const socket = connect({
      port: Number(url.port),
      host: url.hostname,
      onread: {
        buffer: SseReader.#room,
        callback: (bytes, buffer) => {
          reader.bytes += bytes
          take(Buffer.from(buffer.buffer, buffer.byteOffset, bytes))
          first.resolve(undefined)
          return true
        },
      },
    })
    const reader = new SseReader(socket)
    let why = 'closed before its first byte'
    socket.on('error', (error) => {
      why = error.message
      socket.destroy()
    })
    socket.write(getRequest(url, { accept: 'text/event-stream' }))
    socket.once('close', () => first.reject(new Error(`${url.href}: ${why}`)))
    await first.promise
    return reader
  }

  stall(): void {
    this.#socket.pause()
  }

  close(): void {
    this.#socket.destroy()
  }
}
