import { createHmac } from 'node:crypto'
import type { Message } from './message.ts'

/** Media type of an event in structured mode. Source: CloudEvents 1.0, HTTP protocol binding §3.2. */
const MEDIA_TYPE = 'application/cloudevents+json; charset=UTF-8'
/** Largest body: what receivers of CloudEvents have to accept (CloudEvents 1.0 §"Size limits"). */
const MAX_BYTES = 64 * 1024
const SECRET_PREFIX = 'whsec_'
/** Sizes of a key that Standard Webhooks allows. */
const LEAST_KEY_BYTES = 24
const MOST_KEY_BYTES = 64

/** A request with a message, as its receiver gets it. */
export interface MessageRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Returns a message as a CloudEvent 1.0 in structured mode. With a secret it is signed by the rule of Standard Webhooks: HMAC-SHA256
 * over id, time and the very bytes of the body.
 */
export function cloudEventRequest(message: Message, secret: Buffer | undefined, now: number): MessageRequest {
  const body = bodyOf(message)
  const timestamp = String(Math.floor(now / 1000))
  const headers = { 'content-type': MEDIA_TYPE, 'webhook-id': message.id, 'webhook-timestamp': timestamp }
  if (secret === undefined) return { headers, body }
  const signature = createHmac('sha256', secret).update(`${message.id}.${timestamp}.${body}`).digest('base64')
  return { headers: { ...headers, 'webhook-signature': `v1,${signature}` }, body }
}

/** Returns the key of a secret in the form of Standard Webhooks, `whsec_` and base64; undefined if it is none. */
export function parseWebhookSecret(text: string): Buffer | undefined {
  if (!text.startsWith(SECRET_PREFIX)) return undefined
  const encoded = text.slice(SECRET_PREFIX.length)
  const key = Buffer.from(encoded, 'base64')
  const isWhole = key.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
  return isWhole && key.length >= LEAST_KEY_BYTES && key.length <= MOST_KEY_BYTES ? key : undefined
}

function bodyOf(message: Message): string {
  const { type, context, namespace } = message
  const name = type === 'message' || type === 'test' ? type : `issue.${type}`
  const event = {
    specversion: '1.0',
    id: message.id,
    source: context === undefined ? '/cluster-inspector' : `/contexts/${encodeURIComponent(context)}`,
    type: `dev.clusterinspector.${name}.v1`,
    time: new Date(message.at).toISOString(),
    ...(namespace === undefined ? {} : { subject: namespace }),
    datacontenttype: 'application/json',
  }
  // A message has ten items at most, so few turns are enough.
  for (let count = message.items.length; ; count--) {
    const body = JSON.stringify({ ...event, data: dataOf(message, count) })
    if (count === 0 || Buffer.byteLength(body) <= MAX_BYTES) return body
  }
}

function dataOf({ context, namespace, severity, title, items, more }: Message, count: number): object {
  return {
    ...(context === undefined ? {} : { context }),
    ...(namespace === undefined ? {} : { namespace }),
    severity,
    title,
    items: items.slice(0, count),
    more: more + items.length - count,
  }
}
