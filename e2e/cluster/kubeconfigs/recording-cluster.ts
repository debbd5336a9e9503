import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { closeAfterwards } from '../../../server/testing/fixtures.ts'
import { Authority } from '../../support/certificates.ts'
import { openFolder } from '../../support/folder.ts'

/** An API server over TLS that forwards each request to a real one, and records the credentials that it was sent. */
export class RecordingCluster {
  /** The Authorization headers so far, each once. */
  readonly credentials = new Set<string>()
  /** In PEM. */
  readonly ca: string
  readonly #server: Server
  readonly #agent: Agent
  readonly #target: string

  static async open(target: { url: string; ca: string }): Promise<RecordingCluster> {
    const authority = await Authority.create(openFolder('recording'), 'recording')
    const pair = await authority.issue('kube-apiserver', 'subjectAltName=IP:127.0.0.1')
    const cluster = new RecordingCluster(target, pair, authority.pem)
    closeAfterwards('a recording cluster', () => cluster.close())
    await new Promise<void>((resolve) => cluster.#server.listen(0, '127.0.0.1', resolve))
    return cluster
  }

  private constructor(target: { url: string; ca: string }, pair: { cert: string; key: string }, ca: string) {
    this.ca = ca
    this.#target = target.url
    this.#agent = new Agent({ allowH2: false, bodyTimeout: 0, headersTimeout: 0, connect: { ca: target.ca } })
    this.#server = createServer(pair, (near, response) => {
      this.#carry(near, response).catch(() => response.destroy())
    })
    this.#server.on('tlsClientError', () => undefined)
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await this.#agent.destroy()
  }

  async #carry(near: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = '', accept = '*/*', 'content-type': type } = near.headers
    this.credentials.add(authorization)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const body = Buffer.concat((await near.toArray()) as Buffer[])
    const answer = await request(this.#target + (near.url ?? '/'), {
      method: near.method ?? 'GET',
      dispatcher: this.#agent,
      signal: gone.signal,
      headers: { authorization, accept, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body.length === 0 ? {} : { body }),
    })
    response.writeHead(answer.statusCode, { 'content-type': String(answer.headers['content-type']) })
    response.flushHeaders()
    for await (const chunk of answer.body as AsyncIterable<Buffer>) response.write(chunk)
    response.end()
  }
}
