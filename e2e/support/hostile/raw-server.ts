import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A request as the raw server read it. */
export interface RawApiRequest {
  readonly method: string
  readonly url: URL
  readonly authorization: string
  readonly body: string
}

/** Answers a request by writing to its socket whatever it likes. */
export type Answer = (request: RawApiRequest, socket: Socket) => void

/** An HTTP server that writes no response by itself, so that each byte of one can be a lie. */
export class RawServer {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #answer: Answer

  static async open(answer: Answer): Promise<RawServer> {
    const server = new RawServer(answer)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  private constructor(answer: Answer) {
    this.#answer = answer
    this.#server = createServer((socket) => this.#serve(socket))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resets every open connection. */
  cut(): void {
    for (const socket of this.#sockets)
      // Node cannot reset a connection that is being shut down, and would keep it.
      if (socket.writableEnded) socket.destroy()
      else socket.resetAndDestroy()
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(socket: Socket): void {
    let received = Buffer.alloc(0)
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = received.toString('latin1', 0, end)
      const bodyEnd = end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
      if (received.length < bodyEnd) return
      const [, method = '', target = '/'] = /^(\S+) (\S+)/.exec(head) ?? []
      const authorization = /^authorization: (.*)$/im.exec(head)?.[1] ?? ''
      const body = received.toString('utf8', end + 4, bodyEnd)
      received = received.subarray(bodyEnd)
      this.#answer({ method, url: new URL(target, 'http://cluster'), authorization, body }, socket)
    })
  }
}
