import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type KubeJson, readJson } from './kube.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body; an empty object if it is not JSON. */
  json: KubeJson
}

interface Options {
  /** Objects are sent as JSON, strings unchanged. */
  body?: unknown
  type?: string
  accept?: string
}

interface Address {
  url: string
  ca: Buffer | undefined
}

/** An HTTP client that sends each path unchanged, without normalization or encoding. */
export class Client {
  private readonly address: Address
  private readonly token: string | undefined
  private readonly agent: HttpAgent

  constructor(address: Address, token: string | undefined) {
    this.address = address
    this.token = token
    this.agent = address.url.startsWith('https:')
      ? new HttpsAgent({ keepAlive: true, ...(address.ca === undefined ? {} : { ca: address.ca }) })
      : new HttpAgent({ keepAlive: true })
  }

  async send(method: string, path: string, options: Options = {}): Promise<Answer> {
    const response = await this.open(method, path, options)
    const chunks: Buffer[] = []
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    return { status: response.statusCode ?? 0, headers: response.headers, text, json: readJson(text) }
  }

  /** Returns the body of a GET, which has to succeed. */
  async get(path: string): Promise<KubeJson> {
    return succeeded(await this.send('GET', path), `GET ${path}`)
  }

  /** Creates an object with POST, which has to succeed, and returns it. */
  async create(path: string, body: object): Promise<KubeJson> {
    return succeeded(await this.send('POST', path, { body }), `POST ${path}`)
  }

  /** Applies a JSON merge patch (RFC 7386), which has to succeed, and returns the object. */
  async merge(path: string, body: object): Promise<KubeJson> {
    const type = 'application/merge-patch+json'
    return succeeded(await this.send('PATCH', path, { body, type }), `PATCH ${path}`)
  }

  /** Sends a request; resolves when the response headers arrive. */
  open(method: string, path: string, options: Options = {}): Promise<IncomingMessage> {
    const { body, type = 'application/json', accept } = options
    const { protocol, hostname, port } = new URL(this.address.url)
    const send = protocol === 'https:' ? httpsRequest : httpRequest
    const bytes = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const request = send({
        method,
        path,
        hostname,
        port,
        agent: this.agent,
        headers: {
          'user-agent': 'conformance/1',
          ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
          ...(accept === undefined ? {} : { accept }),
          ...(bytes === undefined
            ? {}
            : { 'content-type': type, 'content-length': Buffer.byteLength(bytes) }),
        },
      })
      request.once('response', resolve)
      request.once('error', reject)
      request.end(bytes)
    })
  }

  close(): void {
    this.agent.destroy()
  }
}

function succeeded({ status, json, text }: Answer, what: string): KubeJson {
  if (status < 200 || status > 299) throw new Error(`${what}: ${status} ${text}`)
  return json
}
