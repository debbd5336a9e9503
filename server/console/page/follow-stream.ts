import { createParser } from 'eventsource-parser'
import { followResponse, type FollowedResponse, type FollowOptions } from './follow-response.ts'
import type { StreamMessage } from './object-store.ts'

/** The parts of the browser that the stream needs. */
export interface StreamOptions extends FollowOptions {
  readonly url: string
  readonly fetch: (
    url: string,
    init: { headers: Record<string, string>; signal: AbortSignal },
  ) => Promise<Response>
  readonly onMessage: (message: StreamMessage) => void
}

/**
 * Follows the event stream. A connection that ends is opened again with the id of its last event (`Last-Event-ID`); an
 * EventSource could not resume at a position after it was closed.
 */
export function followStream(options: StreamOptions): FollowedResponse {
  let lastId: string | undefined
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => {
      if (id !== undefined) lastId = id
      options.onMessage({ event, id, data: JSON.parse(data) as unknown })
    },
  })
  return followResponse({
    ...options,
    request: async (signal) => {
      parser.reset()
      const headers: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId }
      // Without a position the whole state follows: objects of an earlier connection would stay if they were deleted since.
      if (lastId === undefined) options.onMessage({ event: 'resync', id: undefined, data: {} })
      return options.fetch(options.url, { headers, signal })
    },
    onPart: (part) => parser.feed(part),
  })
}
