import type { Socket } from 'node:net'

const MAX_CONNECTIONS = 4096
/** Limit of one address, so that others can still connect. */
const MAX_OF_ADDRESS = MAX_CONNECTIONS / 2
/** Connections kept free for newcomers, since a closing connection keeps its place for a while. */
const KEPT_FREE = 64

/**
 * Limits open connections of one or more listeners, per address and in total. When all places are taken, the
 * oldest connection that has never received a byte is closed for the next one: a client that sends requests
 * has received one long before. Over TLS the handshake counts as such a byte; a client that then sends no
 * request is closed by the time limits.
 */
export class ConnectionLimiter {
  readonly #mostOfAddress: number
  readonly #ofAddress = new Map<string, number>()
  readonly #unanswered = new Set<Socket>()
  #all = 0

  constructor(mostOfAddress = MAX_OF_ADDRESS) {
    this.#mostOfAddress = mostOfAddress
  }

  /** Admits a connection, or closes it at once if its address or the listener is at its limit. */
  admit(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const count = (this.#ofAddress.get(address) ?? 0) + 1
    if (count > this.#mostOfAddress || this.#all >= MAX_CONNECTIONS) {
      socket.destroy()
      return
    }
    this.#all++
    this.#ofAddress.set(address, count)
    this.#unanswered.add(socket)
    socket.once('close', () => {
      this.#unanswered.delete(socket)
      this.#left(address)
    })
    if (this.#all > MAX_CONNECTIONS - KEPT_FREE) this.#longestWithout(socket)?.destroy()
  }

  /** Returns the oldest connection that never received a byte; others are not considered again. */
  #longestWithout(newcomer: Socket): Socket | undefined {
    for (const socket of this.#unanswered) {
      if (socket === newcomer) return undefined
      this.#unanswered.delete(socket)
      if (socket.bytesWritten === 0 && !socket.destroyed) return socket
    }
    return undefined
  }

  #left(address: string): void {
    this.#all--
    const left = (this.#ofAddress.get(address) ?? 1) - 1
    if (left === 0) this.#ofAddress.delete(address)
    else this.#ofAddress.set(address, left)
  }
}
