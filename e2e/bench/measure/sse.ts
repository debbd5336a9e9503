import type { Socket } from 'node:net'
import { connectTo, getRequest } from './wire.ts'

/**
 * A client of an event stream: a socket that passes on received bytes, which the next read overwrites, or
 * reads nothing while it is stalled.
 */
export class SseReader {
  readonly #socket: Socket
  bytes = 0

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static async open(url: URL, take: (chunk: Buffer) => void): Promise<SseReader> {
    const first = Promise.withResolvers<undefined>()
    const socket = connectTo(url, (chunk) => {
      reader.bytes += chunk.length
      take(chunk)
      first.resolve(undefined)
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
