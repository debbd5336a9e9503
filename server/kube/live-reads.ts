import type { Call } from './call.ts'
import type { Flights } from './flights.ts'
import { ClusterFailure, Denied, InspectorError } from '../errors.ts'
import { describe } from './failure.ts'
import type { Reachability } from './reachability.ts'
import type { Time } from './time.ts'
import type { Kind } from './kinds.ts'
import { type Lane, NowHeld } from './lane.ts'
import { pathOf } from './path.ts'
import type { Transport } from './transport.ts'
import { unreachable } from './unreachable.ts'
import type { Writes } from './writes.ts'

/** Of what kind something is read, and where. */
interface Scope {
  kind: Kind<unknown>
  namespace?: string
}

/** What the reads of all requests to one context share. */
export interface SharedReads {
  flights: Flights
  writes: Writes
  reachability: Reachability
  time: Time
  /** Where reads of a scope of a kind wait for their turn; undefined where none has to. */
  lane: (kind: Kind<unknown>, namespace: string | undefined) => Lane | undefined
}

/**
 * The reads of one request that go to the API server. Identical ones under way are joined, but never with one that was
 * sent before a write was answered, nor before a caller knew of one, and never where the caller wants to see the state of now.
 */
export class LiveReads {
  readonly transport: Transport
  readonly #signal: AbortSignal
  readonly #shared: SharedReads
  readonly #group: string | undefined

  /** `group`: joined with no reads but those of the same one; undefined: with none at all. */
  constructor(transport: Transport, signal: AbortSignal, shared: SharedReads, group: string | undefined) {
    this.transport = transport
    this.#signal = signal
    this.#shared = shared
    this.#group = group
  }

  /**
   * What is made of reads of a kind, for all who want the same of them at the same time, which the key says: where hundreds wait
   * for a list, it is shown once. Throws as the reads do.
   */
  async made<T>(scope: Scope, key: string, make: (reads: LiveReads) => Promise<T>): Promise<T> {
    if (this.#group === undefined) return make(this)
    const making = (signal: AbortSignal) =>
      make(new LiveReads(this.transport, signal, this.#shared, undefined))
    return this.#join({ verb: 'list', ...scope }, `made ${key}`, making)
  }

  /** The parsed answer of a read; others may be given the same, so it is not to be changed. */
  async json(call: Call): Promise<unknown> {
    const sentAt = this.#shared.time.now()
    try {
      return await this.#once(call)
    } catch (error) {
      if (!(error instanceof Denied) || (await this.#shared.reachability.trusts(sentAt))) throw error
    }
    // RBAC denies everything while an API server starts (faults.md F1): that is no denial yet.
    const againAt = this.#shared.time.now()
    try {
      return await this.#once(call)
    } catch (error) {
      if (!(error instanceof Denied) || (await this.#shared.reachability.trusts(againAt))) throw error
      const details = 'the API server is starting'
      throw new ClusterFailure(`the cluster could not be asked to ${describe(call)}`, details, {
        cause: error,
      })
    }
  }

  async #once(call: Call): Promise<unknown> {
    if (this.#group === undefined) return this.transport.json(call, this.#signal)
    const key = `${call.verb} ${pathOf(call)}?${call.query?.toString() ?? ''}`
    return this.#join(call, key, (signal) => this.transport.json(call, signal))
  }

  /** Rejects with NowHeld where the read had to wait for its turn, and what it asks for is held by now. */
  async #join<T>(call: Call, key: string, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { flights, writes } = this.#shared
    const lane = this.#shared.lane(call.kind, call.namespace)
    const run = (signal: AbortSignal) =>
      lane === undefined ? start(signal) : lane.run(signal, () => start(signal))
    try {
      const joined = `${this.#group} ${writes.count(call.kind)} ${key}`
      return await flights.join(joined, this.#signal, run)
    } catch (error) {
      throw error instanceof InspectorError || error instanceof NowHeld ? error : unreachable(error, call)
    }
  }
}
