import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kind } from '../kind.ts'
import type { ApiCall } from './api-call.ts'
import type { Transport } from './transport.ts'
import { failureOf } from './transport-error.ts'

/**
 * A kubelet that responds at all does so within this time. One whose container has logged nothing sends no
 * response header either.
 */
const QUIET_MS = 1000
const QUIET = Symbol('quiet')

/**
 * Opens a container's log. Resolves once the log is known to be open, so that a failure is thrown before any
 * byte. The kubelet sends the response header of a followed log with its first line, so a silent container
 * looks like a cluster that hangs; a second call for zero lines of the same log distinguishes the two. The
 * stream then begins with the container's first line.
 */
export async function openLogStream(
  transport: Transport,
  call: ApiCall,
  signal: AbortSignal,
): Promise<Readable | undefined> {
  if (call.query?.get('follow') !== 'true') return transport.stream(call, signal)
  const controller = new AbortController()
  const opening = transport.stream(call, AbortSignal.any([signal, controller.signal]))
  const opened = await Promise.race([opening, pause(QUIET_MS, QUIET, { ref: false })])
  if (opened !== QUIET) return opened
  try {
    await transport.probe({ ...call, query: emptyLog(call.query) }, signal)
  } catch (error) {
    controller.abort()
    opening.catch(() => undefined)
    throw error
  }
  return Readable.from(bytesOf(opening), { objectMode: false })
}

function emptyLog(query: URLSearchParams): URLSearchParams {
  const quiet = new URLSearchParams(query)
  quiet.delete('follow')
  quiet.set('tailLines', '0')
  return quiet
}

async function* bytesOf(opening: Promise<Readable | undefined>): AsyncGenerator<Buffer> {
  const body = await opening
  if (body !== undefined) yield* body
}

/** Returns the bytes of a container's log. Throws an error of the API, as a call does, if the connection breaks before its end. */
export async function* bytesOfLog(
  log: Readable,
  kind: Kind<unknown>,
  ref: Pick<ApiCall, 'name' | 'namespace'>,
): AsyncGenerator<Buffer> {
  try {
    yield* log as AsyncIterable<Buffer>
  } catch (error) {
    throw failureOf(error, { verb: 'get', kind, subresource: 'log', ...ref })
  }
}
