import type { AddressPolicy } from '../../../outbound/address-policy.ts'
import { ForbiddenAddressError } from '../../../outbound/address-policy.ts'
import { OutboundClient, type OutboundOptions } from '../../../outbound/outbound-client.ts'
import { OutboundError } from '../../../outbound/outbound-error.ts'
import { cloudEventRequest } from '../messages/cloud-event.ts'
import type { Message } from '../messages/message.ts'
import { slackRequest } from '../messages/slack-text.ts'
import { parseRetryAfter } from './retry-after.ts'
import { TargetError, type Target } from './target.ts'

export const channelTypes = ['webhook', 'slack'] as const
export type ChannelType = (typeof channelTypes)[number]

/** Result of one attempt to deliver a message. No text in it contains the URL or the secret. */
export interface SendResult {
  /** `broken`: the receiver says that it is gone for good. */
  readonly outcome: 'delivered' | 'retry' | 'failed' | 'broken'
  /** HTTP status, if there was a response. */
  readonly status?: number
  readonly error?: string
  /** Wait that the receiver asks for. */
  readonly retryAfterMs?: number
}

/** Address and key of a channel at the time of a request. */
export interface Endpoint {
  readonly type: ChannelType
  readonly target: Target
  readonly secret: Buffer | undefined
  /** Addresses that the host may have; undefined: the operator of the service has named it. */
  readonly addresses: AddressPolicy | undefined
}

interface SenderOptions extends Pick<OutboundOptions, 'ca' | 'time' | 'userAgent'> {
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Sends messages to the hosts of channels, without redirects and retries. Keeps one client per origin. */
export class MessageSender {
  readonly #options: SenderOptions
  readonly #clients = new Map<string, OutboundClient>()

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Sends a message once; never rejects. `open` reads the address of the channel, which may be in a file. */
  async send(open: () => Promise<Endpoint>, message: Message, signal: AbortSignal): Promise<SendResult> {
    try {
      const endpoint = await open()
      const { type, target, secret } = endpoint
      const { headers, body } =
        type === 'slack' ? slackRequest(message) : cloudEventRequest(message, secret, this.#options.clock())
      const response = await this.#client(endpoint).send({
        method: 'POST',
        url: target.url.href,
        headers,
        body,
        signal,
        discardBody: true,
      })
      return resultOf(type, response.status, response.headers['retry-after'], this.#options.clock())
    } catch (error) {
      return failureOf(error)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()))
  }

  #client({ target: { base }, addresses }: Endpoint): OutboundClient {
    const key = `${addresses === undefined ? 'operator' : 'caller'} ${base.url.origin}`
    const { time, userAgent, ca } = this.#options
    const lookup = addresses === undefined ? {} : { lookup: addresses.lookup }
    const client =
      this.#clients.get(key) ?? new OutboundClient({ base, ca, userAgent, time, maxRedirects: 0, ...lookup })
    this.#clients.set(key, client)
    return client
  }
}

function resultOf(
  type: ChannelType,
  status: number,
  retryAfter: string | undefined,
  now: number,
): SendResult {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status }
  const error = `the receiver responded ${status}`
  if (status === 408 || status === 429 || status >= 500) {
    const retryAfterMs = parseRetryAfter(retryAfter, now)
    return { outcome: 'retry', status, error, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  const isGone = status === 410 || (status === 404 && type === 'slack')
  return { outcome: isGone ? 'broken' : 'failed', status, error }
}

function failureOf(error: unknown): SendResult {
  if (error instanceof TargetError) return { outcome: 'failed', error: `the URL ${error.message}` }
  if (!(error instanceof OutboundError))
    return { outcome: 'retry', error: 'the address of the channel cannot be read' }
  const { failure, details, cause } = error
  if (failure === 'redirect')
    return { outcome: 'failed', error: 'the receiver redirects, which is not followed' }
  if (failure === 'refused' || cause instanceof ForbiddenAddressError)
    return { outcome: 'failed', error: details }
  return { outcome: 'retry', error: details }
}
