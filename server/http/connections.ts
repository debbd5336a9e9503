import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const MAX_CONNECTIONS = 4096
/** What one address may have of them, so that others can still come in. */
const MAX_OF_ADDRESS = MAX_CONNECTIONS / 2
/** A connection that is given up takes its place until it is closed: so many are kept free for those who come. */
const KEPT_FREE = 64

/**
 * Limits the connections of a server, of one address and in all (faults.md H1). Where all places are taken, the connection
 * that has waited longest without one answer is closed for the next: whoever asks at all is answered long before.
 */
export function limitConnections(server: Server): void {
  server.maxConnections = MAX_CONNECTIONS
  const ofAddress = limitedByAddress(MAX_OF_ADDRESS)
  const unanswered = new Set<Socket>()
  let open = 0
  server.on('connection', (socket: Socket) => {
    open++
    unanswered.add(socket)
    socket.once('close', () => {
      open--
      unanswered.delete(socket)
    })
    if (!ofAddress(socket)) socket.destroy()
    else if (open > MAX_CONNECTIONS - KEPT_FREE) longestWithout(unanswered, socket)?.destroy()
  })
}

/** The one that came first of those that were never answered; those that were are not looked at again. */
function longestWithout(unanswered: Set<Socket>, newcomer: Socket): Socket | undefined {
  for (const socket of unanswered) {
    if (socket === newcomer) return undefined
    unanswered.delete(socket)
    if (socket.bytesWritten === 0 && !socket.destroyed) return socket
  }
  return undefined
}

/** Takes note of a connection; false where its address has enough of them. */
function limitedByAddress(most: number): (socket: Socket) => boolean {
  const open = new Map<string, number>()
  return (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    if (count > most) return false
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
    return true
  }
}
