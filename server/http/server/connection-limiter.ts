import type { Socket } from 'node:net'
import { networkOf } from '../client-network.ts'

const MAX_CONNECTIONS = 4096

/**
 * Limits open connections of one or more listeners, per network of the client (IPv6: /64) and in total. At a limit, the
 * newcomer takes the place of the longest idle connection that no known caller uses: one without a request yet, or whose
 * last response was to an unknown caller, such as 401, 421 and 429. Connections of known callers, and those with a
 * request in flight, are kept; if there are no others, the newcomer is closed.
 */
export class ConnectionLimiter {
  readonly #most: number
  readonly #mostOfNetwork: number
  readonly #ofNetwork = new Map<string, number>()
  /**
   * Connections that may be closed for a newcomer, with their networks, longest idle first. Deleting one keeps it while its
   * request is in flight, and afterwards unless it is marked again; the listener does so for each request.
   */
  readonly dispensable = new Map<Socket, string>()
  #all = 0

  /** By default one network may take half of the places, so that others can still connect. */
  constructor(most = MAX_CONNECTIONS, mostOfNetwork = most / 2) {
    this.#most = most
    this.#mostOfNetwork = mostOfNetwork
  }

  /** Admits a connection, or closes it at once if all places are in use. */
  admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = this.#ofNetwork.get(network) ?? 0
    // A closed connection of the same network leaves a place in total, too.
    const hasPlace =
      count >= this.#mostOfNetwork ? this.#closeIdle(network) : this.#all < this.#most || this.#closeIdle()
    if (!hasPlace) {
      socket.destroy()
      return
    }
    this.#all++
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1)
    this.dispensable.set(socket, network)
    socket.once('close', () => {
      this.dispensable.delete(socket)
      this.#left(network)
    })
  }

  /** Replaces an admitted connection by the TLS connection on top of it, once the handshake is complete. */
  secured(socket: Socket, secure: Socket): void {
    if (!this.dispensable.delete(socket)) return
    this.markDispensable(secure)
    secure.once('close', () => this.dispensable.delete(secure))
  }

  /** Marks an idle connection as one that no known caller uses. */
  markDispensable(socket: Socket): void {
    if (socket.destroyed) return
    this.dispensable.delete(socket)
    this.dispensable.set(socket, networkOf(socket.remoteAddress ?? ''))
  }

  /** Closes the longest idle connection that no known caller uses, of one network or of all. */
  #closeIdle(network?: string): boolean {
    for (const [socket, of] of this.dispensable) {
      if (network !== undefined && of !== network) continue
      this.dispensable.delete(socket)
      socket.destroy()
      return true
    }
    return false
  }

  #left(network: string): void {
    this.#all--
    const left = (this.#ofNetwork.get(network) ?? 1) - 1
    if (left === 0) this.#ofNetwork.delete(network)
    else this.#ofNetwork.set(network, left)
  }
}
