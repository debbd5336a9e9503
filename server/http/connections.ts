import type { Socket } from 'node:net'

const MAX_CONNECTIONS = 4096
/** What one address may have of them, so that others can still come in. */
const MAX_OF_ADDRESS = MAX_CONNECTIONS / 2
/** A connection that is given up takes its place until it is closed: so many are kept free for those who come. */
const KEPT_FREE = 64

/**
 * The open connections of one or more listeners: so many of one address, and so many in all (faults.md H1). Where all places
 * are taken, the connection that has waited longest without one byte for it is closed for the next: whoever asks at all is
 * answered long before. Over TLS a handshake is such a byte; who then asks nothing is cut by the time limits.
 */
export class Connections {
  readonly #mostOfAddress: number
  readonly #ofAddress = new Map<string, number>()
  readonly #unanswered = new Set<Socket>()
  #all = 0

  constructor(mostOfAddress = MAX_OF_ADDRESS) {
    this.#mostOfAddress = mostOfAddress
  }

  /** Takes a connection in; closes it at once where there are enough of its address, or of all. */
  take(socket: Socket): void {
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

  /** The one that came first of those that were never answered; those that were are not looked at again. */
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
