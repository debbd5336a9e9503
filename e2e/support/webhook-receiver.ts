import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
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
  #hold: { readonly pattern: RegExp; readonly reached: () => void } | undefined

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
    closeAfterwards('a receiver of notifications', () => {
      server.closeAllConnections()
      server.close()
    })
    server.listen(0, address)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const receiver = new WebhookReceiver(`https://${address}:${port}`, authority.pem)
    return receiver
  }

  /** Returns what a channel has got about a name. */
  about(name: string, channel: string): readonly ReceivedMessage[] {
    return this.received.filter((one) => one.channel === channel && one.body.includes(name))
  }

  /** Records the next message about a name, but does not answer it; resolves once it is here. */
  async hold(name: string): Promise<void> {
    return new Promise((resolve) => (this.#hold = { pattern: new RegExp(name), reached: resolve }))
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { 'webhook-id': id = '', ...headers } = request.headers as Record<string, string>
    if (id !== '') new Webhook(WEBHOOK_SECRET).verify(body, { ...headers, 'webhook-id': id })
    this.received.push({ channel: request.url?.split('/').at(-1) ?? '', id, body })
    const hold = this.#hold?.pattern.test(body) === true ? this.#hold : undefined
    if (hold === undefined) return void response.writeHead(204).end()
    this.#hold = undefined
    hold.reached()
  }
}
