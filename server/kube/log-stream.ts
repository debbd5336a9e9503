import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from './call.ts'
import type { Transport } from './transport.ts'

/** A kubelet that answers at all answers within this; one that has nothing to say yet sends no header either. */
const QUIET_MS = 1000
const QUIET = Symbol('quiet')

/**
 * Opens a container's log. Answers once it is known to be open: a failure is thrown before any byte. The kubelet sends
 * the header of a followed log with its first line, so a quiet container looks like a cluster that hangs; which of the two
 * it is, a second call for nothing of the same log tells. The stream then begins when the container speaks.
 */
export async function openLogStream(
  transport: Transport,
  call: Call,
  signal: AbortSignal,
): Promise<Readable | undefined> {
  if (call.query?.get('follow') !== 'true') return transport.stream(call, signal)
  const given = new AbortController()
  const opening = transport.stream(call, AbortSignal.any([signal, given.signal]))
  const opened = await Promise.race([opening, pause(QUIET_MS, QUIET, { ref: false })])
  if (opened !== QUIET) return opened
  try {
    await transport.probe({ ...call, query: forNothing(call.query) }, signal)
  } catch (error) {
    given.abort()
    opening.catch(() => undefined)
    throw error
  }
  return Readable.from(bytesOf(opening), { objectMode: false })
}

function forNothing(query: URLSearchParams): URLSearchParams {
  const quiet = new URLSearchParams(query)
  quiet.delete('follow')
  quiet.set('tailLines', '0')
  return quiet
}

async function* bytesOf(opening: Promise<Readable | undefined>): AsyncGenerator<Buffer> {
  const body = await opening
  if (body !== undefined) yield* body
}
