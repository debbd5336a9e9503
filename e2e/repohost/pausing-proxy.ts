import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { openServer } from '../../server/testing/open-server.ts'

/** A point of a request at which the caller is kept waiting: before the host received it, or after the host has done it. */
export type HoldPoint = 'before' | 'after'

/** A proxy in front of a repository host that can keep one write waiting for its response. */
export class PausingProxy {
  /** Writes that were forwarded, as `METHOD /path`. */
  readonly writes: string[] = []
  readonly #upstream: string
  #url = ''
  #hold: { readonly pattern: RegExp; readonly at: HoldPoint; readonly reached: () => void } | undefined

  private constructor(upstream: string) {
    this.#upstream = upstream
  }

  static async open(upstream: string): Promise<PausingProxy> {
    const proxy = new PausingProxy(upstream)
    const server = createServer((request, response) => {
      proxy.#serve(request, response).catch(() => response.destroy())
    })
    proxy.#url = `http://127.0.0.1:${await openServer(server)}`
    return proxy
  }

  get url(): string {
    return this.#url
  }

  /** Keeps the next write that matches waiting; resolves once it is. */
  async hold(pattern: RegExp, at: HoldPoint): Promise<void> {
    return new Promise((resolve) => (this.#hold = { pattern, at, reached: resolve }))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const isWrite = method !== 'GET' && method !== 'HEAD'
    const hold = isWrite && this.#hold?.pattern.test(`${method} ${url}`) === true ? this.#hold : undefined
    if (hold !== undefined) this.#hold = undefined
    const body = await buffer(request)
    // The process that waits is killed, which closes the connection.
    if (hold?.at === 'before') return hold.reached()
    if (isWrite) this.writes.push(`${method} ${url}`)
    const answer = await this.#forward(request, body)
    const bytes = await buffer(answer)
    if (hold !== undefined) return hold.reached()
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(bytes)
  }

  async #forward({ method, url = '', headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { host: _, ...others } = headers
    return new Promise((resolve, reject) => {
      send(`${this.#upstream}${url}`, { method, headers: others, agent: false }, resolve)
        .on('error', reject)
        .end(body)
    })
  }
}
