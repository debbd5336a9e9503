import { background } from '../core/background.ts'
import { ConflictError, NotFoundError, errorMessage } from '../core/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { buildEvent, eventKind } from '../cluster/write/build-event.ts'
import type { Transport } from '../cluster/client/transport.ts'
import { clusterContexts, type ClusterContext, type Condition, type ContextStatus } from './resources.ts'

const CALL_MS = 5_000

export interface StatusWriterOptions {
  transport: Transport
  log: Log
  /** Milliseconds since 1970. */
  clock: () => number
  /** Whether this replica is the leader, checked immediately before each write. */
  leading: () => boolean
  wrote: (result: 'written' | 'conflict' | 'failed') => void
}

/**
 * Writes the status of ClusterContexts. Each write carries the resourceVersion it was computed from, so the
 * API server rejects a former leader that resumes late: the next leader has written since.
 */
export class StatusWriter {
  readonly #options: StatusWriterOptions
  readonly #writing = new Set<string>()
  /**
   * By key, the resourceVersion that the last write was computed from; no further write until the watch
   * delivers a newer one.
   */
  readonly #basis = new Map<string, string>()
  /** By key, the error of the last write, so that a repeated error is logged once. */
  readonly #failed = new Map<string, string>()
  readonly #stopped = new AbortController()

  constructor(options: StatusWriterOptions) {
    this.#options = options
  }

  /**
   * Writes a status in the background, unless a write of that object is in flight or the watch has not
   * delivered the last one yet.
   */
  write(key: string, object: ClusterContext, status: ContextStatus): void {
    const { resourceVersion } = object.metadata
    if (resourceVersion === undefined || !this.#options.leading() || this.#writing.has(key)) return
    if (this.#basis.get(key) === resourceVersion) return
    this.#writing.add(key)
    background('writing the status of a context', () =>
      this.#write(key, object, status, resourceVersion).finally(() => this.#writing.delete(key)),
    )
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
    // A merge patch removes a field only if it is named with null.
    const gone = { serverVersion: null, identity: null, lastProbeTime: null, permissions: null }
    const body = { metadata: { resourceVersion: before }, status: { ...gone, ...status } }
    const query = new URLSearchParams({ fieldManager: 'cluster-inspector' })
    const target = { kind: clusterContexts, namespace, name }
    const contentType = 'application/merge-patch+json'
    try {
      const call = { verb: 'patch', ...target, subresource: 'status', query, body, contentType } as const
      await transport.json(call, this.#signal())
      this.#basis.set(key, before)
      this.#failed.delete(key)
      wrote('written')
    } catch (error) {
      if (error instanceof NotFoundError) return
      wrote(error instanceof ConflictError ? 'conflict' : 'failed')
      if (error instanceof ConflictError || this.#stopped.signal.aborted) return
      const reason = errorMessage(error)
      if (this.#failed.get(key) !== reason) log.warn('status could not be written', { source: key, reason })
      this.#failed.set(key, reason)
      return
    }
    await this.#emitEvent(object, status)
  }

  /** Creates an Event when a context becomes ready or stops being ready. */
  async #emitEvent(object: ClusterContext, status: ContextStatus): Promise<void> {
    const after = readyOf(status)
    const before = readyOf(object.status)
    if (after === undefined || after.status === 'Unknown' || after.status === before?.status) return
    const { transport, clock, log } = this.#options
    const { namespace = '', name, uid, resourceVersion } = object.metadata
    const subject = { kind: clusterContexts, namespace, name, uid, resourceVersion }
    const type = after.status === 'True' ? 'Normal' : 'Warning'
    const body = buildEvent(subject, { reason: after.reason, message: after.message, type }, clock())
    await transport
      .json({ verb: 'create', kind: eventKind, namespace, body }, this.#signal())
      .catch((error: unknown) => {
        log.debug('event could not be written', {
          source: `${namespace}/${name}`,
          reason: errorMessage(error),
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
