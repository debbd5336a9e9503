import { Conflict, NotFound, reasonOf } from '../errors.ts'
import type { Log } from '../http/log.ts'
import { eventOn } from '../kube/event-object.ts'
import { events } from '../kube/kinds.ts'
import type { Transport } from '../kube/transport.ts'
import { clusterContexts, type ClusterContext, type Condition, type ContextStatus } from './resources.ts'

const CALL_MS = 5_000

export interface StatusWriterOptions {
  transport: Transport
  log: Log
  /** Milliseconds since 1970. */
  clock: () => number
  /** Whether this replica leads: asked at the last moment before each write. */
  leading: () => boolean
  wrote: (result: 'written' | 'conflict' | 'failed') => void
}

/**
 * Writes the status of ClusterContexts. Each write carries the version it was computed from, so that one who led and woke up
 * late is refused by the API server: the next leader has written since.
 */
export class StatusWriter {
  readonly #options: StatusWriterOptions
  readonly #writing = new Set<string>()
  /** By key, the version each last write was computed from: until another is seen there is nothing to add to it. */
  readonly #basis = new Map<string, string>()
  /** Why each last write failed: what fails again and again is logged once. */
  readonly #failed = new Map<string, string>()
  readonly #stopped = new AbortController()

  constructor(options: StatusWriterOptions) {
    this.#options = options
  }

  /** Writes a status soon, unless that object is being written, or what was written last has not been seen yet. */
  write(key: string, object: ClusterContext, status: ContextStatus): void {
    const { resourceVersion } = object.metadata
    if (resourceVersion === undefined || !this.#options.leading() || this.#writing.has(key)) return
    if (this.#basis.get(key) === resourceVersion) return
    this.#writing.add(key)
    void this.#write(key, object, status, resourceVersion).finally(() => this.#writing.delete(key))
  }

  forget(key: string): void {
    this.#basis.delete(key)
    this.#failed.delete(key)
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #write(key: string, object: ClusterContext, status: ContextStatus, before: string): Promise<void> {
    const { transport, wrote, log } = this.#options
    const { namespace = '', name } = object.metadata
    // What a merge patch is to take away it has to name.
    const gone = { serverVersion: null, identity: null, lastProbeTime: null, permissions: null }
    const body = { metadata: { resourceVersion: before }, status: { ...gone, ...status } }
    const query = new URLSearchParams({ fieldManager: 'cluster-inspector' })
    const at = { kind: clusterContexts, namespace, name }
    const contentType = 'application/merge-patch+json'
    try {
      const call = { verb: 'patch', ...at, subresource: 'status', query, body, contentType } as const
      await transport.json(call, this.#signal())
      this.#basis.set(key, before)
      this.#failed.delete(key)
      wrote('written')
    } catch (error) {
      if (error instanceof NotFound) return
      wrote(error instanceof Conflict ? 'conflict' : 'failed')
      if (error instanceof Conflict || this.#stopped.signal.aborted) return
      const reason = reasonOf(error)
      if (this.#failed.get(key) !== reason) log.warn('a status could not be written', { source: key, reason })
      this.#failed.set(key, reason)
      return
    }
    await this.#say(object, status)
  }

  /** An Event where a context became ready, or is so no more. */
  async #say(object: ClusterContext, status: ContextStatus): Promise<void> {
    const after = readyOf(status)
    const before = readyOf(object.status)
    if (after === undefined || after.status === 'Unknown' || after.status === before?.status) return
    const { transport, clock, log } = this.#options
    const { namespace = '', name, uid, resourceVersion } = object.metadata
    const subject = { kind: clusterContexts, namespace, name, uid, resourceVersion }
    const type = after.status === 'True' ? 'Normal' : 'Warning'
    const body = eventOn(subject, { reason: after.reason, message: after.message, type }, clock())
    await transport
      .json({ verb: 'create', kind: events, namespace, body }, this.#signal())
      .catch((error: unknown) => {
        log.debug('an event could not be written', {
          source: `${namespace}/${name}`,
          reason: reasonOf(error),
        })
      })
  }

  #signal(): AbortSignal {
    return AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(CALL_MS)])
  }
}

function readyOf(status: ContextStatus | null | undefined): Condition | undefined {
  return status?.conditions?.find(({ type }) => type === 'Ready')
}
