import type { ApiCall } from '../client/api-call.ts'
import type { SingleFlight } from '../../core/single-flight.ts'
import { ClusterError, ForbiddenByClusterError } from '../../core/errors.ts'
import { describe } from '../client/api-error.ts'
import type { Reachability } from '../contexts/reachability.ts'
import type { Clock } from '../../core/clock.ts'
import type { Kind } from '../kind.ts'
import { type WarmupQueue, CacheReadySignal } from '../cache/warmup-queue.ts'
import { pathOf } from '../client/path.ts'
import { parserOf } from './parse-body.ts'
import { retryLater } from '../client/retry-after.ts'
import type { Transport } from '../client/transport.ts'
import { failureOf } from '../client/transport-error.ts'
import type { WriteTracker } from '../write/write-tracker.ts'

/** Kind and namespace of a read. */
interface Scope {
  kind: Kind<unknown>
  namespace?: string
}

/** State shared by the reads of all requests to one context. */
export interface SharedReads {
  flights: SingleFlight
  writes: WriteTracker
  reachability: Reachability
  time: Clock
  /** Time for which a read may wait when the API server responds 429. */
  maxWaitMs: number
  /** Counts an object that does not match its kind. */
  quarantined: (kind: Kind<unknown>) => void
  /** Returns the warm-up queue for reads of a kind and scope; undefined if they need not wait. */
  warmupQueue: (kind: Kind<unknown>, namespace: string | undefined) => WarmupQueue | undefined
}

/**
 * The direct reads of one request. Identical reads in flight share one call (single-flight). A read is never
 * shared with one sent before a completed write, with one of a lower minimum resourceVersion, or at all if
 * the request demands the current state.
 */
export class DeduplicatedReads {
  readonly transport: Transport
  readonly #signal: AbortSignal
  readonly #shared: SharedReads
  readonly #group: string | undefined

  /** `group`: shares calls only with reads of the same group; undefined: never shares. */
  constructor(transport: Transport, signal: AbortSignal, shared: SharedReads, group: string | undefined) {
    this.transport = transport
    this.#signal = signal
    this.#shared = shared
    this.#group = group
  }

  /**
   * Returns what `make` computes from the reads, once for all concurrent callers with the same key, so that a
   * list with hundreds of waiting callers is projected once. Throws like the reads do.
   */
  async compute<T>(scope: Scope, key: string, make: (reads: DeduplicatedReads) => Promise<T>): Promise<T> {
    if (this.#group === undefined) return make(this)
    const making = (signal: AbortSignal) =>
      make(new DeduplicatedReads(this.transport, signal, this.#shared, undefined))
    return this.#join({ verb: 'list', ...scope }, `compute ${key}`, making)
  }

  /** Returns the parsed response of a read; shared with other callers, so it must not be modified. */
  async json(call: ApiCall): Promise<unknown> {
    const sentAt = this.#shared.time.now()
    try {
      return await this.#once(call)
    } catch (error) {
      if (
        !(error instanceof ForbiddenByClusterError) ||
        (await this.#shared.reachability.isDenialTrustworthy(sentAt))
      )
        throw error
    }
    // RBAC denies everything while an API server starts, so a 403 at that time is not a denial yet.
    const againAt = this.#shared.time.now()
    try {
      return await this.#once(call)
    } catch (error) {
      if (
        !(error instanceof ForbiddenByClusterError) ||
        (await this.#shared.reachability.isDenialTrustworthy(againAt))
      )
        throw error
      const details = 'the API server is starting'
      throw new ClusterError(`could not ${describe(call)}`, details, {
        cause: error,
      })
    }
  }

  /** Counts an object that does not match its kind. */
  quarantined(kind: Kind<unknown>): void {
    this.#shared.quarantined(kind)
  }

  async #once(call: ApiCall): Promise<unknown> {
    const { name = '', parse } = parserOf(call) ?? {}
    const send = (signal: AbortSignal) =>
      this.retrying(signal, () => this.transport.json(call, signal, parse))
    if (this.#group === undefined) return send(this.#signal)
    const key = `${call.verb} ${name} ${pathOf(call)}?${call.query?.toString() ?? ''}`
    return this.#join(call, key, send)
  }

  /** Repeats a read that the API server throttled. */
  async retrying<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    const { time, maxWaitMs } = this.#shared
    return retryLater({ time, maxWaitMs, signal }, read)
  }

  /** Rejects with CacheReadySignal if the read was queued and the cache synced meanwhile. */
  async #join<T>(call: ApiCall, key: string, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { flights, writes } = this.#shared
    const queue = this.#shared.warmupQueue(call.kind, call.namespace)
    const run = (signal: AbortSignal) =>
      queue === undefined ? start(signal) : queue.run(signal, () => start(signal))
    try {
      const joined = `${this.#group} ${writes.count(call.kind)} ${key}`
      return await flights.run(joined, this.#signal, run)
    } catch (error) {
      throw error instanceof CacheReadySignal ? error : failureOf(error, call)
    }
  }
}
