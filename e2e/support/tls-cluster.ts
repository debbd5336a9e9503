import { connect, type AddressInfo, type Socket } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { Pair } from './certificates.ts'

/**
 * A demo cluster over TLS: what comes in under its certificate is carried to a port where it is spoken in the clear. It offers
 * HTTP/2 first, as API servers do, and cannot speak it.
 */
export class TlsCluster {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  /** How many connections came about so far. */
  connections = 0
  /** What was agreed to be spoken on them. */
  readonly protocols = new Set<string>()

  static async open(pair: Pair, clusterUrl: string): Promise<TlsCluster> {
    const cluster = new TlsCluster(pair, Number(new URL(clusterUrl).port))
    const listening = Promise.withResolvers<undefined>()
    cluster.#server.listen(0, '127.0.0.1', () => listening.resolve(undefined))
    await listening.promise
    return cluster
  }

  private constructor(pair: Pair, port: number) {
    this.#server = createServer({ ...pair, ALPNProtocols: ['h2', 'http/1.1'] }, (near) =>
      this.#carry(near, port),
    )
    // Who does not trust the certificate says so and leaves.
    this.#server.on('tlsClientError', () => undefined)
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Has another certificate from now on, and ends what was open, as an API server that is started again. */
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
