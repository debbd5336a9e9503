import { Agent, request, type AgentOptions } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { closeAfterwards } from '../../server/testing/fixtures.ts'

/** A response over TLS with the server's certificate. */
export interface SecureAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  json: Record<string, unknown>
  /** SHA-256 fingerprint of the server's certificate. */
  fingerprint: string
  /** The local port, which identifies the connection. */
  from: number
}

/** A TLS client that keeps its connection open until it is closed. */
export class SecureClient {
  readonly #agent: Agent
  readonly #port: number

  /** `options`: the CA to trust, and the client certificate. */
  constructor(port: number, options: AgentOptions) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, ...options })
    closeAfterwards('a caller over TLS', () => this.close())
  }

  /** Sends a request. A header with several values is sent as several lines. */
  call(
    method: string,
    path: string,
    headers: Record<string, string | string[]> = {},
    body?: unknown,
  ): Promise<SecureAnswer> {
    const answer = Promise.withResolvers<SecureAnswer>()
    const sent = request(
      {
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        agent: this.#agent,
        // Node.js would otherwise expect the certificate to be for the name in the Host header.
        servername: 'localhost',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        const { fingerprint256 } = (response.socket as TLSSocket).getPeerCertificate()
        const { localPort = 0 } = response.socket
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', answer.reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          const whole = Buffer.concat(chunks)
          answer.resolve({
            status,
            headers,
            body: whole,
            json: parsed(headers, whole),
            fingerprint: fingerprint256,
            from: localPort,
          })
        })
      },
    )
    sent.on('error', answer.reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    return answer.promise
  }

  get(path: string, headers: Record<string, string | string[]> = {}): Promise<SecureAnswer> {
    return this.call('GET', path, headers)
  }

  close(): void {
    this.#agent.destroy()
  }
}

function parsed(headers: IncomingHttpHeaders, body: Buffer): Record<string, unknown> {
  const plain = headers['content-encoding'] === undefined && body.length > 0
  if (!plain || headers['content-type']?.startsWith('application/json') !== true) return {}
  return JSON.parse(body.toString()) as Record<string, unknown>
}
