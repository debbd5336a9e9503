import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { openServer } from '../../server/testing/open-server.ts'
import { Authority } from './certificates.ts'
import { openFolder } from './folder.ts'

/** Key of the signatures, in the form of Standard Webhooks. */
export const WEBHOOK_SECRET = `whsec_${Buffer.from('canary-secret-of-this-test').toString('base64')}`

/** A message that a receiver has got. */
interface ReceivedMessage {
  /** Last segment of the path. */
  readonly channel: string
  /** The header `webhook-id`; Slack has none. */
  readonly id: string
  readonly body: string
}

/** A receiver of notifications with a certificate of its own; signatures are verified by the library of Standard Webhooks. */
export class WebhookReceiver {
  readonly received: ReceivedMessage[] = []
  readonly url: string
  /** CA of its certificate, in PEM. */
  readonly ca: string
  #hold: { readonly name: string; readonly reached: () => void } | undefined

  private constructor(url: string, ca: string) {
    this.url = url
    this.ca = ca
  }

  /** Opens a receiver at an IPv4 address of this machine. */
  static async open(address = '127.0.0.1'): Promise<WebhookReceiver> {
    const authority = await Authority.create(openFolder('receiver'), 'receiver')
    const pair = await authority.issue(address, `subjectAltName=IP:${address}`)
    const server = createServer(pair, (request, response) => {
      receiver.#receive(request, response).catch(() => response.writeHead(400).end())
    })
    const receiver = new WebhookReceiver(
      `https://${address}:${await openServer(server, address)}`,
      authority.pem,
    )
    return receiver
  }

  /** Returns what a channel has got about a name. */
  about(name: string, channel: string): readonly ReceivedMessage[] {
    return this.received.filter((one) => one.channel === channel && one.body.includes(name))
  }

  /** Records the next message about a name, but does not answer it; resolves once it is here. */
  async hold(name: string): Promise<void> {
    return new Promise((resolve) => (this.#hold = { name, reached: resolve }))
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { 'webhook-id': id = '', ...headers } = request.headers as Record<string, string>
    if (id !== '') new Webhook(WEBHOOK_SECRET).verify(body, { ...headers, 'webhook-id': id })
    this.received.push({ channel: request.url?.split('/').at(-1) ?? '', id, body })
    const hold = this.#hold
    if (hold === undefined || !body.includes(hold.name)) return void response.writeHead(204).end()
    this.#hold = undefined
    hold.reached()
  }
}
