import { background } from '../core/background.ts'
import { ForbiddenByClusterError } from '../core/errors.ts'
import type { SseWriter } from '../api/responses.ts'
import type { BroadcastGroup } from './broadcast-group.ts'
import { Subscriber } from './subscriber.ts'
import { streamVerbs, type StreamGrant, type CallerRights } from './stream-authorization.ts'

export interface SubscriptionOptions {
  sink: SseWriter
  /** Fires when the caller disconnects. */
  signal: AbortSignal
  /** Returns the broadcast group of the subscribers with these rights. */
  groupOf: (granted: readonly StreamGrant[]) => BroadcastGroup
}

/**
 * One caller's subscription in a broadcast group. If this caller alone loses a right, the subscription moves
 * to the group of the remaining kinds and resumes where it was.
 */
export class Subscription {
  readonly #options: SubscriptionOptions
  #granted: readonly StreamGrant[]
  #group: BroadcastGroup
  #subscriber: Subscriber
  #left: AbortController

  constructor(granted: readonly StreamGrant[], options: SubscriptionOptions) {
    this.#options = options
    this.#granted = granted
    this.#left = new AbortController()
    this.#group = options.groupOf(granted)
    this.#subscriber = this.#subscribe(this.#group)
    options.signal.addEventListener('abort', () => background('leaving a stream', () => this.#leave()))
  }

  get subscriber(): Subscriber {
    return this.#subscriber
  }

  get group(): BroadcastGroup {
    return this.#group
  }

  /** Ends the kinds that the service, or this caller where it has rights of its own, may not see any more. */
  async recheck(rights: CallerRights | undefined): Promise<void> {
    await Promise.all(this.#group.options.parts.map(async ({ feed }) => feed?.recheck()))
    if (rights !== undefined && !this.#options.signal.aborted) await this.#recheckGrants(rights)
  }

  async #recheckGrants(rights: CallerRights): Promise<void> {
    for (const grant of this.#granted) {
      const denied = grant.denied === undefined ? await denialOf(grant, rights) : undefined
      if (this.#options.signal.aborted) return
      if (denied !== undefined) this.#lose(grant, denied)
    }
  }

  /** Removes a kind from this caller's stream. */
  #lose({ row }: StreamGrant, denied: ForbiddenByClusterError): void {
    const positions = this.#group.positionsOf(this.#subscriber)
    this.#leave()
    this.#left = new AbortController()
    // Denials of the service itself were already reported to the whole broadcast group.
    const lost = new Set(this.#group.options.parts.flatMap(({ kind, feed }) => (feed ? [] : [kind])))
    const stopped = (grant: StreamGrant): boolean => grant.row === row || lost.has(grant.row.plural)
    this.#granted = this.#granted.map((grant) =>
      grant.denied === undefined && stopped(grant) ? { ...grant, denied } : grant,
    )
    this.#group = this.#options.groupOf(this.#granted)
    this.#subscriber = this.#subscribe(this.#group)
    for (const grant of this.#granted)
      if (grant.denied !== undefined && grant.row !== row) this.#subscriber.skipKind(grant.row.plural)
    this.#subscriber.forbid(row.plural, denied)
    this.#subscriber.resume(positions)
  }

  #subscribe(group: BroadcastGroup): Subscriber {
    const signal = AbortSignal.any([this.#options.signal, this.#left.signal])
    const subscriber = new Subscriber(group, this.#options.sink, signal)
    group.add(subscriber)
    return subscriber
  }

  #leave(): void {
    this.#left.abort()
    this.#group.remove(this.#subscriber)
  }
}

/**
 * Returns the caller's denial for a kind; undefined if it is allowed, or if the cluster cannot decide and the
 * stream therefore continues.
 */
async function denialOf(
  { row, namespaces }: StreamGrant,
  rights: CallerRights,
): Promise<ForbiddenByClusterError | undefined> {
  try {
    for (const namespace of namespaces)
      for (const verb of streamVerbs) {
        const query = { verb, kind: row.kind, namespace }
        if (rights.peek(query) !== true) await rights.demand(query)
      }
    return undefined
  } catch (error) {
    return error instanceof ForbiddenByClusterError ? error : undefined
  }
}
