import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../clock.ts'
import type { ContainerLog, LogOverride } from '../logs/override.ts'
import { type ContainerRun, firstLine, formatLine, writtenBy } from '../logs/lines.ts'
import { selectContainer, selectRun } from '../logs/select.ts'
import { Failure, notFound } from '../status.ts'
import type { Store } from '../store.ts'
import type { Pod } from '../types.ts'
import type { Answer, ResourceCall } from './request.ts'
import { type LogOptions, logOptions } from './log-options.ts'

interface LogDependencies {
  store: Store
  clock: Clock
  logOverride: ((log: ContainerLog) => LogOverride | undefined) | undefined
}

/** Interval in milliseconds in which a follower checks for new lines and for the end of the container. */
const lookEveryMs = 20

/**
 * Serves GET pods/{name}/log: the bytes that a container has written, and with `follow` the ones it writes
 * later.
 */
export async function podLog(
  { store, clock, logOverride }: LogDependencies,
  call: ResourceCall,
): Promise<Answer | undefined> {
  const { kind, namespace, name, response } = call
  const options = logOptions(call, clock.now())
  const read = (): Pod | undefined => store.read(kind, namespace, name)?.object as Pod | undefined
  const pod = read()
  if (pod === undefined) throw notFound(kind, name)
  const container = selectContainer(pod, options.container)
  const { previous } = options
  const override = logOverride?.({ namespace, pod: name, container, previous })
  if (override === undefined && (pod.spec.nodeName ?? '') === '') return { code: 204, body: '' }
  const run = override === undefined ? selectRun(pod, container, previous) : undefined
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-cache, private' })
  response.flushHeaders()
  if (run === undefined) {
    // A reader that disconnects, or a test that cuts the connection, is not an error of this server.
    await pipeline(Readable.from(override ?? []), response).catch(() => response.destroy())
    return undefined
  }
  const current = (): ContainerRun | undefined => {
    const now = read()
    return now !== undefined && now.metadata.uid === pod.metadata.uid
      ? runOrNone(now, container, previous)
      : undefined
  }
  send(clock, call, options, run, current)
  return undefined
}

function runOrNone(pod: Pod, container: string, previous: boolean): ContainerRun | undefined {
  try {
    return selectRun(pod, container, previous)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

function send(
  clock: Clock,
  { response }: ResourceCall,
  options: LogOptions,
  run: ContainerRun,
  current: () => ContainerRun | undefined,
): void {
  let next = firstLine(run, options, clock.now())
  let left = options.limitBytes ?? Infinity
  const pump = (state: ContainerRun): void => {
    const written = writtenBy(state, clock.now())
    for (; next < written && left > 0; next += 1) {
      const bytes = Buffer.from(formatLine(state, state.program.line(next), options.timestamps))
      response.write(bytes.subarray(0, left))
      left -= bytes.length
    }
  }
  pump(run)
  if (!options.follow || run.finishedAt !== undefined || left <= 0) {
    response.end()
    return
  }
  const look = clock.every(lookEveryMs, () => {
    const now = current()
    const ended = now === undefined || now.startedAt !== run.startedAt || now.finishedAt !== undefined
    pump(ended ? { ...run, finishedAt: now?.finishedAt ?? clock.now() } : now)
    if (!ended && left > 0) return
    look.cancel()
    response.end()
  })
  response.once('close', () => look.cancel())
}
