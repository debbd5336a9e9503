import { connect, type Socket } from 'node:net'
import { getRequest } from './wire.ts'

/** One client of an event stream: a socket that hands on what arrives, or takes nothing at all while it is stalled. */
export class SseReader {
  readonly #socket: Socket
  bytes = 0

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static async open(url: URL, take: (chunk: Buffer) => void): Promise<SseReader> {
    const socket = connect(Number(url.port), url.hostname)
    const reader = new SseReader(socket)
    socket.on('data', (chunk: Buffer) => {
      reader.bytes += chunk.length
      take(chunk)
    })
    let why = 'closed before its first byte'
    socket.on('error', (error) => {
      why = error.message
      socket.destroy()
    })
    socket.write(getRequest(url, { accept: 'text/event-stream' }))
    await new Promise((resolve, reject) => {
      socket.once('data', () => resolve(undefined))
      socket.once('close', () => reject(new Error(`${url.href}: ${why}`)))
    })
    return reader
  }

  stall(): void {
    this.#socket.pause()
  }

  close(): void {
    this.#socket.destroy()
  }
}
