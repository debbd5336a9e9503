import { connect, type AddressInfo, type Socket } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import type { Pair } from './certificates.ts'

/**
 * A demo cluster over TLS: terminates TLS and forwards the bytes to the plain-text port of the cluster. ALPN
 * offers HTTP/2 first, as API servers do, although the demo cluster does not implement HTTP/2.
 */
export class TlsCluster {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  /** Number of connections established so far. */
  connections = 0
  /** The ALPN protocols negotiated so far. */
  readonly protocols = new Set<string>()

  static async open(pair: Pair, clusterUrl: string): Promise<TlsCluster> {
    const cluster = new TlsCluster(pair, Number(new URL(clusterUrl).port))
    closeAfterwards('a demo cluster over TLS', () => cluster.close())
    const listening = Promise.withResolvers<undefined>()
    cluster.#server.listen(0, '127.0.0.1', () => listening.resolve(undefined))
    await listening.promise
    return cluster
  }

  private constructor(pair: Pair, port: number) {
    this.#server = createServer({ ...pair, ALPNProtocols: ['h2', 'http/1.1'] }, (near) =>
      this.#carry(near, port),
    )
    // A client that does not trust the certificate sends an alert and disconnects.
    this.#server.on('tlsClientError', () => undefined)
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Replaces the certificate and closes the open connections, as a restart of an API server does. */
  restart(pair: Pair): void {
    this.#server.setSecureContext({ ...pair })
    for (const socket of this.#open) socket.destroy()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#open) socket.destroy()
    await closed
  }

  #carry(near: TLSSocket, port: number): void {
    this.connections++
    this.protocols.add(near.alpnProtocol || 'none')
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        this.#open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}
