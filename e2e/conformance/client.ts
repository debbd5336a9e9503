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
  /** The body, empty where it is not JSON. */
  json: KubeJson
}

interface Options {
  /** An object is sent as JSON, a text as it is. */
  body?: unknown
  type?: string
  accept?: string
}

interface Address {
  url: string
  ca: Buffer | undefined
}

/** A client that sends a path exactly as it is given: nothing is normalised or encoded. */
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

  /** The body of a successful GET. */
  async get(path: string): Promise<KubeJson> {
    return succeeded(await this.send('GET', path), `GET ${path}`)
  }

  /** The object that a successful POST has made. */
  async create(path: string, body: object): Promise<KubeJson> {
    return succeeded(await this.send('POST', path, { body }), `POST ${path}`)
  }

  /** The object that a successful PATCH has left, merged by RFC 7386. */
  async merge(path: string, body: object): Promise<KubeJson> {
    const type = 'application/merge-patch+json'
    return succeeded(await this.send('PATCH', path, { body, type }), `PATCH ${path}`)
  }

  /** Sends, and gives the answer when its headers are there. */
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
