import type { Call } from './call.ts'
import type { Flights } from './flights.ts'
import { ClusterFailure, Denied, InspectorError } from '../errors.ts'
import { describe } from './failure.ts'
import type { Reachability } from './reachability.ts'
import type { Time } from './time.ts'
import { pathOf } from './path.ts'
import type { Transport } from './transport.ts'
import { unreachable } from './unreachable.ts'
import type { Writes } from './writes.ts'

/**
 * The reads of one request that go to the API server. Identical ones under way are joined, but never with one that was
 * sent before a write was answered, and never where the caller wants to see the state of now.
 */
export class LiveReads {
  readonly transport: Transport
  readonly #signal: AbortSignal
  readonly #flights: Flights
  readonly #writes: Writes
  readonly #reachability: Reachability
  readonly #time: Time
  readonly #alone: boolean

  constructor(
    transport: Transport,
    signal: AbortSignal,
    shared: { flights: Flights; writes: Writes; reachability: Reachability; time: Time },
    alone: boolean,
  ) {
    this.transport = transport
    this.#signal = signal
    this.#flights = shared.flights
    this.#writes = shared.writes
    this.#reachability = shared.reachability
    this.#time = shared.time
    this.#alone = alone
  }

  /** The parsed answer of a read; others may be given the same, so it is not to be changed. */
  async json(call: Call): Promise<unknown> {
    const sentAt = this.#time.now()
    try {
      return await this.#once(call)
    } catch (error) {
      if (!(error instanceof Denied) || (await this.#reachability.trusts(sentAt))) throw error
    }
    // RBAC denies everything while an API server starts (faults.md F1): that is no denial yet.
    const againAt = this.#time.now()
    try {
      return await this.#once(call)
    } catch (error) {
      if (!(error instanceof Denied) || (await this.#reachability.trusts(againAt))) throw error
      const details = 'the API server is starting'
      throw new ClusterFailure(`the cluster could not be asked to ${describe(call)}`, details, {
        cause: error,
      })
    }
  }

  async #once(call: Call): Promise<unknown> {
    if (this.#alone) return this.transport.json(call, this.#signal)
    const key = `${this.#writes.count(call.kind)} ${call.verb} ${pathOf(call)}?${call.query?.toString() ?? ''}`
    try {
      return await this.#flights.join(key, this.#signal, (signal) => this.transport.json(call, signal))
    } catch (error) {
      throw error instanceof InspectorError ? error : unreachable(error, call)
    }
  }
}
