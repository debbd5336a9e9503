import type { Socket } from 'node:net'

const PEER = Symbol('peer')

/** Client certificate of a connection, as verified at its handshake. */
export interface ClientCertificate {
  /** Whether it belongs to a proxy trusted for request header authentication (X-Remote-User). */
  trusted: boolean
}

/** A socket that stores the result: the certificate of a closed connection cannot be read any more. */
interface SocketWithCertificate extends Socket {
  [PEER]?: ClientCertificate
}

/** Stores the client certificate's result with a connection. */
export function setPeer(socket: Socket, peer: ClientCertificate): void {
  const connection: SocketWithCertificate = socket
  connection[PEER] = peer
}

/** Returns the client certificate's result; undefined for a connection without a certificate. */
export function peerOf(socket: Socket): ClientCertificate | undefined {
  const connection: SocketWithCertificate = socket
  return connection[PEER]
}
