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

function sinkOf(response: Response): EventSink {
  let taken = 0
  const took = (): void => {
    taken++
  }
  return {
    get unsent() {
      return response.writableLength
    },
    get taken() {
      return taken
    },
    write: (frames) => {
      if (!response.writableEnded && !response.destroyed) response.write(frames, took)
    },
    drained: async () => {
      if (!response.writableNeedDrain) return
      await new Promise<void>((resolve) => {
        const done = (): void => {
          response.off('drain', done).off('close', done)
          resolve()
        }
        response.on('drain', done).on('close', done)
      })
    },
    end: () => response.end(),
    destroy: () => response.destroy(),
  }
}
