import type { OutboundClient } from '../../../outbound/outbound-client.ts'
import { OutboundError } from '../../../outbound/outbound-error.ts'

/** Statuses whose Response may not have a body. */
const BODILESS = new Set([101, 204, 205, 304])
/** Six hundred tokens take far less, whatever stands around them. */
const MAX_BYTES = 1024 * 1024

/** Returns a fetch function for the libraries of models that sends through a client of this service. */
export function outboundFetch(client: Pick<OutboundClient, 'open'>): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { method = 'GET', body, signal } = init
    if (typeof body !== 'string') throw new OutboundError('refused', 'the request has no text as its body')
    const response = await client.open({
      method,
      url: input instanceof Request ? input.url : input.toString(),
      headers: Object.fromEntries(new Headers(init.headers)),
      body,
      signal: signal ?? new AbortController().signal,
      maxBytes: MAX_BYTES,
    })
    const { status, headers } = response
    try {
      return new Response(BODILESS.has(status) ? null : streamOf(response.body), { status, headers })
    } catch (error) {
      throw new OutboundError('malformed', 'the response is not valid HTTP', { cause: error })
    }
  }
}

/** Returns a stream that reads on when its reader does, and closes the connection when that one leaves. */
function streamOf(body: AsyncIterable<Buffer>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: async () => {
      await chunks.return?.()
    },
  })
}
