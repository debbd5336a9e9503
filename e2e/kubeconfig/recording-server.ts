import {
  createServer as createPlainServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { RecordingProxies } from './recording-proxies.ts'

/** The parts of a request that a kubeconfig decides on. */
export interface RecordedRequest {
  scheme: 'https' | 'http'
  /** Path without the query. */
  path: string
  /** `authorization` and `impersonate-*`, each with its values in order. */
  headers: Record<string, string[]>
  /** The server name of the TLS handshake; null without one. */
  serverName: string | null
  /** Name of the client certificate; null without one. */
  certificate: string | null
  /** The proxy that the request came through, with its credentials; null for a direct request. */
  proxy: string | null
}

const PODS = JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] })
/** Delay of the response to the token `slow`, in milliseconds. */
const SLOW_MS = 1500
const UNAUTHORIZED = JSON.stringify({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  message: 'Unauthorized',
  reason: 'Unauthorized',
  code: 401,
})
const RECORDED = /^(?:authorization|impersonate-.*)$/

/**
 * An API server over TLS and one without, which record each request and answer with an empty list: the token `rejected` with
 * 401, the token `slow` late.
 */
export class RecordingServer {
  readonly requests: RecordedRequest[] = []
  readonly #tls: Server
  readonly #plain: Server
  readonly #proxies: RecordingProxies
  /** Names of client certificates by fingerprint. */
  readonly #certificates: ReadonlyMap<string, string>

  constructor(
    pair: { cert: string; key: string; ca: string },
    certificates: ReadonlyMap<string, string>,
    proxies: RecordingProxies,
  ) {
    this.#proxies = proxies
    this.#certificates = certificates
    const options = { ...pair, requestCert: true, rejectUnauthorized: false }
    this.#tls = createTlsServer(options, (request, response) => this.#record(request, response, 'https'))
    this.#plain = createPlainServer((request, response) => this.#record(request, response, 'http'))
    this.#tls.on('tlsClientError', () => undefined)
  }

  async listen(): Promise<void> {
    await Promise.all(
      [this.#tls, this.#plain].map(
        (server) => new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve)),
      ),
    )
  }

  get tlsPort(): number {
    return (this.#tls.address() as AddressInfo).port
  }

  get plainPort(): number {
    return (this.#plain.address() as AddressInfo).port
  }

  close(): void {
    for (const server of [this.#tls, this.#plain]) {
      server.close()
      server.closeAllConnections()
    }
  }

  #record(request: IncomingMessage, response: ServerResponse, scheme: RecordedRequest['scheme']): void {
    const headers: Record<string, string[]> = {}
    for (const [name, values = []] of Object.entries(request.headersDistinct))
      if (RECORDED.test(name))
        headers[name] = values.map((value) => Buffer.from(value, 'latin1').toString('utf8'))
    const socket = request.socket as TLSSocket
    const fingerprint = scheme === 'https' ? socket.getPeerCertificate().fingerprint256 : undefined
    this.requests.push({
      scheme,
      path: request.url?.split('?', 1)[0] ?? '',
      headers: Object.fromEntries(
        Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
      serverName:
        scheme === 'https' && typeof socket.servername === 'string' ? socket.servername.toLowerCase() : null,
      certificate: this.#certificates.get(fingerprint ?? '') ?? null,
      proxy: this.#proxies.of(request.socket.remotePort) ?? null,
    })
    const isRejected = headers['authorization']?.[0] === 'Bearer rejected'
    const send = (): void => {
      response.writeHead(isRejected ? 401 : 200, { 'content-type': 'application/json' })
      response.end(isRejected ? UNAUTHORIZED : PODS)
    }
    if (headers['authorization']?.[0] === 'Bearer slow') setTimeout(send, SLOW_MS)
    else send()
  }
}
