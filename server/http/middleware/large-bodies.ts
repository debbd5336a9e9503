import type { RequestHandler } from 'express'
import { FairQueue } from '../../core/fair-queue.ts'
import { contextOf } from './request-context.ts'

/** Bodies up to this size are not counted. */
export const SMALL_BODY_BYTES = 65_536

/** A body at the limit of 4 MiB takes some 20 MiB until its response: as bytes, parsed, compressed and encrypted. */
const LARGE_BODIES = {
  subject: 'requests with large bodies',
  running: 4,
  runningPerCaller: 2,
  waitingPerCaller: 16,
  waiting: 64,
} as const

/** Limits the requests with large bodies that are served at a time. The others wait before their bodies are read. */
export function largeBodies(): RequestHandler {
  const queue = new FairQueue(LARGE_BODIES)
  return async (request, response, next) => {
    const length = request.headers['content-length']
    if (length !== undefined && Number(length) <= SMALL_BODY_BYTES) {
      next()
      return
    }
    const left = new AbortController()
    const closed = new Promise<void>((resolve) => response.on('close', resolve))
    response.on('close', () => left.abort(new Error('the client disconnected')))
    await queue.run(contextOf(response).caller?.name ?? '', left.signal, async () => {
      next()
      await closed
    })
  }
}
