import type { Socket } from 'node:net'

const PEER = Symbol('peer')

/** What the other end of a connection has shown of itself when it came: a certificate. */
export interface Peer {
  /** Whether it is a proxy whose word for who sent a request is taken. */
  trusted: boolean
}

/** A connection that keeps what was shown: a closed one cannot be asked for its certificate any more. */
interface ShownSocket extends Socket {
  [PEER]?: Peer
}

/** Notes what the other end of a connection has shown. */
export function setPeer(socket: Socket, peer: Peer): void {
  const shown: ShownSocket = socket
  shown[PEER] = peer
}

/** What the other end has shown; undefined where it came without a certificate. */
export function peerOf(socket: Socket): Peer | undefined {
  const shown: ShownSocket = socket
  return shown[PEER]
}
