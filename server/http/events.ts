import type { Writable } from 'node:stream'
import type { Response } from 'express'
import type { EventSink, EventStream } from './route.ts'

export const EVENTS_TYPE = 'text/event-stream; charset=utf-8'

/**
 * Answers with server-sent events: the header at once, then what the stream writes until it ends or the caller leaves. The
 * connection is not used for anything else afterwards, so that a drain need not wait for it.
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
  else stream.start(sinkOf(response), left.signal)
}

/**
 * The chunks go to the socket as they are, made once for all who are told the same: `response.write` would make each anew,
 * in three writes, at twice the cost. Only where the answer is not in chunks (HTTP/1.0), or its turn on the connection has not
 * come (pipelining), is it asked to write.
 */
function sinkOf(response: Response): EventSink {
  const { socket } = response
  const whole =
    response.chunkedEncoding && socket !== null && response.writableLength === socket.writableLength
  const target: Writable = whole ? socket : response
  let taken = 0
  const took = (): void => {
    taken++
  }
  return {
    get unsent() {
      return target.writableLength
    },
    get taken() {
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
