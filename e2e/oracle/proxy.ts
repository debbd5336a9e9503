import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request, type Dispatcher } from 'undici'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import type { KubeAccess } from '../support/kube.ts'
import { PassedWatch, type Tamper } from './passed-watch.ts'
import type { Random } from './random.ts'

/** A request of the service. */
export interface ProxiedRequest {
  url: string
  /** Whether it is a watch of all objects of a kind. */
  watch: boolean
  /** A watch with initial events (a streaming list). */
  watchList: boolean
  list: boolean
}

/** A response sent in place of the API server's, a number of times. */
export interface Rule {
  when: (asked: ProxiedRequest) => boolean
  times: number
  answer: (response: ServerResponse) => void
}

/**
 * A proxy between the service and its API server, in which the faults happen. It shares no code with the
 * service and forwards every byte unless a fault is active.
 */
export class Proxy {
  readonly watches = new Set<PassedWatch>()
  readonly rules = new Set<Rule>()
  /** Manipulates the watch events; undefined unless the run has to fail. */
  tamper: Tamper | undefined
  #down = false
  readonly #upstream: KubeAccess
  readonly #random: Random
  readonly #agent: Agent
  readonly #server: Server

  constructor(upstream: KubeAccess, random: Random) {
    this.#upstream = upstream
    this.#random = random
    this.#agent = new Agent({
      allowH2: false,
      bodyTimeout: 0,
      headersTimeout: 0,
      ...(upstream.ca === undefined ? {} : { connect: { ca: upstream.ca } }),
    })
    this.#server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (asking, response) => {
      this.#serve(asking, response).catch(() => response.destroy())
    })
  }

  async listen(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<void>()
    closeAfterwards('a proxy', () => this.close())
    this.#server.listen(0, '127.0.0.1', resolve)
    await promise
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Simulates that the API server's process is gone: every connection is reset, open ones included. */
  set down(down: boolean) {
    this.#down = down
    if (down) this.#server.closeAllConnections()
  }

  /** Ends all faults. A watch that was silenced stays silent, as a half-open connection does. */
  lift(): void {
    this.rules.clear()
    this.down = false
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await this.#agent.destroy()
  }

  async #serve(asking: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#down) {
      asking.socket.resetAndDestroy()
      return
    }
    const asked = requestOf(asking)
    for (const rule of this.rules) {
      if (rule.times <= 0 || !rule.when(asked)) continue
      rule.times--
      rule.answer(response)
      return
    }
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const answer = await this.#ask(asking, gone.signal)
    response.statusCode = answer.statusCode
    for (const name of ['content-type', 'retry-after']) {
      const value = answer.headers[name]
      if (value !== undefined) response.setHeader(name, value)
    }
    if (!asked.watch || answer.statusCode !== 200) {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) response.write(chunk)
      response.end()
      return
    }
    response.flushHeaders()
    const passed = new PassedWatch(asked.url, response, this.#random)
    this.watches.add(passed)
    try {
      await passed.pass(
        answer.body as AsyncIterable<Buffer>,
        (url, line) => this.tamper?.(url, line) ?? [line],
      )
    } finally {
      this.watches.delete(passed)
    }
  }

  async #ask(asking: IncomingMessage, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const chunks: Buffer[] = []
    for await (const chunk of asking as AsyncIterable<Buffer>) chunks.push(chunk)
    const { accept, 'content-type': type, 'user-agent': agent } = asking.headers
    return request(this.#upstream.url + (asking.url ?? '/'), {
      method: asking.method ?? 'GET',
      dispatcher: this.#agent,
      signal,
      headers: {
        authorization: `Bearer ${this.#upstream.token}`,
        ...(accept === undefined ? {} : { accept }),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(agent === undefined ? {} : { 'user-agent': agent }),
      },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    })
  }
}

function requestOf({ url = '/', method }: IncomingMessage): ProxiedRequest {
  const watch = url.includes('watch=')
  return {
    url,
    watch,
    watchList: url.includes('sendInitialEvents='),
    list: !watch && method === 'GET' && url.includes('limit='),
  }
}
