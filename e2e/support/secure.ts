import { Agent, request, type AgentOptions } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** An answer over TLS, and the certificate it came under. */
export interface SecureAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  json: Record<string, unknown>
  /** SHA-256 of the server's certificate. */
  fingerprint: string
  /** The local port of the connection, which tells one from another. */
  from: number
}

/** A caller over TLS that keeps its connections until it is closed. */
export class SecureClient {
  readonly #agent: Agent
  readonly #port: number

  /** `options`: `ca`, and what certificate it shows. */
  constructor(port: number, options: AgentOptions) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, ...options })
  }

  /** A header that is given several values is sent as so many lines. */
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
        // The Host header would be taken for the name of the certificate.
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
