import type { OutboundRequest, OutboundResponse } from '../../../outbound/outbound-client.ts'
import { OutboundError } from '../../../outbound/outbound-error.ts'

/** Statuses whose Response may not have a body. */
const BODILESS = new Set([101, 204, 205, 304])

/** The part of fetch's options that Octokit sets. */
interface FetchOptions {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

/** Returns a fetch function for Octokit that sends through a client of this service. */
export function octokitFetch(send: (request: OutboundRequest) => Promise<OutboundResponse>) {
  return async (url: string, options: FetchOptions): Promise<Response> => {
    const { method, headers, body: content, signal } = options
    const response = await send({
      method,
      url,
      headers,
      signal: signal ?? new AbortController().signal,
      ...(content === undefined ? {} : { body: content }),
    })
    const { status } = response
    try {
      const body = BODILESS.has(status) ? null : new Uint8Array(response.body)
      const fetched = new Response(body, { status, headers: response.headers })
      // A response that was not fetched has an empty URL, which the paginate plugin cannot parse.
      return Object.defineProperty(fetched, 'url', { value: url })
    } catch (error) {
      // A status of 600, or a header that is none.
      throw new OutboundError('malformed', 'the response is not valid HTTP', { cause: error })
    }
  }
}
