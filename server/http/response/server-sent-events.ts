import type { Writable } from 'node:stream'
import type { Response } from 'express'
import type { SseWriter, EventStream } from '../../api/define-route.ts'

export const EVENTS_TYPE = 'text/event-stream; charset=utf-8'

/**
 * Sends server-sent events: the header at once, then the stream's events until it ends or the caller
 * disconnects. The connection is not reused afterwards, so that a shutdown does not wait for it.
 */
export function sendEvents(response: Response, stream: EventStream): void {
  const left = new AbortController()
  response.on('close', () => left.abort())
  response.set({
    'Content-Type': EVENTS_TYPE,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    Connection: 'close',
  })
  response.flushHeaders()
  if (response.destroyed) left.abort()
  else stream.start(createSseWriter(response), left.signal)
}

/**
 * Writes chunks directly to the socket, encoded once for all subscribers. `response.write` would encode each
 * anew in three writes, at twice the cost; it is used only without chunked encoding (HTTP/1.0), and for a
 * pipelined response whose turn has not come.
 */
function createSseWriter(response: Response): SseWriter {
  const { socket } = response
  const whole =
    response.chunkedEncoding && socket !== null && response.writableLength === socket.writableLength
  const target: Writable = whole ? socket : response
  let taken = 0
  const took = (): void => {
    taken++
  }
  return {
    get unsentBytes() {
      return target.writableLength
    },
    get writtenCount() {
      return taken
    },
    write: (frames) => {
      if (!response.writableEnded && !response.destroyed)
        target.write(whole ? frames.chunk : frames.bytes, took)
    },
    drained: async () => {
      if (!target.writableNeedDrain) return
      await new Promise<void>((resolve) => {
        const done = (): void => {
          target.off('drain', done)
          response.off('close', done)
          resolve()
        }
        target.on('drain', done)
        response.on('close', done)
      })
    },
    end: () => response.end(),
    destroy: () => response.destroy(),
  }
}
