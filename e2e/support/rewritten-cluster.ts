import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

interface Metadata {
  resourceVersion?: unknown
  annotations?: Record<string, string>
}

interface ApiObject {
  kind?: string
  metadata?: Metadata
  items?: ApiObject[]
}

/** Changes to what a demo cluster answers; each is given the metadata as it was. */
export interface Rewriting {
  list?: (metadata: Metadata) => void
  item?: (metadata: Metadata) => void
  /** Of the object of a watch event; undefined: the event is left out. */
  event?: (type: string, metadata: Metadata) => void | 'left out'
  /** Whether streaming lists (`sendInitialEvents`) are refused with 422. */
  refusesStreams?: boolean
  /** Turns a resourceVersion of a request back into one of the demo cluster. */
  back?: (version: string) => string
}

/** A proxy in front of a demo cluster that rewrites what it answers for Pods, as an aggregating API server does. */
export class RewrittenCluster {
  readonly #server: Server
  readonly #target: URL
  /** May be changed while it runs. */
  rewriting: Rewriting

  static async open(url: string, rewriting: Rewriting): Promise<RewrittenCluster> {
    const cluster = new RewrittenCluster(url, rewriting)
    await new Promise<void>((resolve) => cluster.#server.listen(0, '127.0.0.1', resolve))
    return cluster
  }

  private constructor(url: string, rewriting: Rewriting) {
    this.#target = new URL(url)
    this.rewriting = rewriting
    this.#server = createServer((near, response) => this.#carry(near, response))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #carry(near: IncomingMessage, response: ServerResponse): void {
    const url = new URL(near.url ?? '', this.#target)
    const ofPods = /\/pods(\/|$)/.test(url.pathname)
    const { refusesStreams = false, back } = this.rewriting
    if (ofPods && refusesStreams && url.searchParams.has('sendInitialEvents')) {
      response.writeHead(422, { 'content-type': 'application/json' })
      response.end('{"kind":"Status","apiVersion":"v1","status":"Failure","code":422,"reason":"Invalid"}')
      return
    }
    const version = url.searchParams.get('resourceVersion')
    if (ofPods && version !== null && version !== '' && back !== undefined)
      url.searchParams.set('resourceVersion', back(version))
    const { host: _host, ...headers } = near.headers
    const far = request(url, { method: near.method ?? 'GET', headers }, (answer) => {
      const { 'content-length': _length, ...rest } = answer.headers
      response.writeHead(answer.statusCode ?? 500, ofPods ? rest : answer.headers)
      response.flushHeaders()
      if (!ofPods) answer.pipe(response)
      else if (url.searchParams.has('watch')) this.#events(answer, response)
      else void this.#whole(answer, response)
    })
    far.on('error', () => response.destroy())
    response.on('close', () => far.destroy())
    near.pipe(far)
  }

  #events(answer: IncomingMessage, response: ServerResponse): void {
    answer.on('error', () => response.destroy())
    createInterface(answer)
      .on('error', () => response.destroy())
      .on('line', (line) => {
        const { type, object } = JSON.parse(line) as { type: string; object?: ApiObject }
        if (this.rewriting.event?.(type, object?.metadata ?? {}) === 'left out') return
        response.write(`${JSON.stringify({ type, object })}\n`)
      })
      .on('close', () => response.end())
  }

  async #whole(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = await answer.toArray().catch(() => [])
    const body = JSON.parse(Buffer.concat(chunks as Buffer[]).toString() || '{}') as ApiObject
    if (body.items === undefined && body.metadata !== undefined) this.rewriting.item?.(body.metadata)
    else {
      this.rewriting.list?.((body.metadata ??= {}))
      for (const { metadata } of body.items ?? []) if (metadata !== undefined) this.rewriting.item?.(metadata)
    }
    response.end(JSON.stringify(body))
  }
}
