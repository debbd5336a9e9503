import type { Response } from 'express'
import type { SseWriter, EventStream } from '../../api/responses.ts'
import type { BodiesInFlight } from './bodies-in-flight.ts'

const EVENTS_TYPE = 'text/event-stream; charset=utf-8'

/**
 * Sends server-sent events: the header at once, then the stream's events until it ends or the caller
 * disconnects; HEAD does not start it. The connection is not reused afterwards, so that a shutdown does not wait for it.
 */
export function sendEvents(response: Response, stream: EventStream, bodies: BodiesInFlight): void {
  const left = new AbortController()
  response.on('close', () => left.abort())
  response.set({
    'Content-Type': EVENTS_TYPE,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    Connection: 'close',
  })
  if (response.req.method === 'HEAD') {
    response.end()
    return
  }
  response.flushHeaders()
  if (response.destroyed) left.abort()
  else stream.start(createSseWriter(response, bodies.track(response)), left.signal)
}

/**
 * Writes chunks to a response, and reports the unsent bytes. Node encodes and corks them; the bytes of a chunk are
 * shared by all subscribers.
 */
function createSseWriter(response: Response, reportUnsent: (bytes: number) => void): SseWriter {
  let written = 0
  const onWritten = (): void => {
    written++
    reportUnsent(response.writableLength)
  }
  return {
    get unsentBytes() {
      return response.writableLength
    },
    get writtenCount() {
      return written
    },
    write: (chunk) => {
      if (response.writableEnded || response.destroyed) return
      response.write(chunk.bytes, onWritten)
      reportUnsent(response.writableLength)
    },
    drained: async () => {
      if (!response.writableNeedDrain) return
      await new Promise<void>((resolve) => {
        const done = (): void => {
          response.off('drain', done)
          response.off('close', done)
          resolve()
        }
        response.on('drain', done)
        response.on('close', done)
      })
    },
    end: () => response.end(),
    destroy: () => response.destroy(),
  }
}
