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
  channelOf: (granted: readonly StreamGrant[]) => BroadcastGroup
}

/**
 * One caller's subscription in a broadcast group. If this caller alone loses a right, the subscription moves
 * to the group of the remaining kinds and resumes where it was.
 */
export class Subscription {
  readonly #options: SubscriptionOptions
  #granted: readonly StreamGrant[]
  #channel: BroadcastGroup
  #client: Subscriber
  #left: AbortController

  constructor(granted: readonly StreamGrant[], options: SubscriptionOptions) {
    this.#options = options
    this.#granted = granted
    this.#left = new AbortController()
    this.#channel = options.channelOf(granted)
    this.#client = this.#sit(this.#channel)
    options.signal.addEventListener('abort', () => background('leaving a stream', () => this.#leave()))
  }

  get client(): Subscriber {
    return this.#client
  }

  get channel(): BroadcastGroup {
    return this.#channel
  }

  /** Ends the kinds that the service, or this caller where it has rights of its own, may not see any more. */
  async recheck(rights: CallerRights | undefined): Promise<void> {
    await Promise.all(this.#channel.options.parts.map(async ({ feed }) => feed?.recheck()))
    if (rights !== undefined && !this.#options.signal.aborted) await this.#look(rights)
  }

  async #look(rights: CallerRights): Promise<void> {
    for (const one of this.#granted) {
      const denied = one.denied === undefined ? await denialOf(one, rights) : undefined
      if (this.#options.signal.aborted) return
      if (denied !== undefined) this.#lose(one, denied)
    }
  }

  /** Removes a kind from this caller's stream. */
  #lose({ row }: StreamGrant, denied: ForbiddenByClusterError): void {
    const positions = this.#channel.positionsOf(this.#client)
    this.#leave()
    this.#left = new AbortController()
    // Denials of the service itself were already reported to the whole broadcast group.
    const lost = new Set(this.#channel.options.parts.flatMap(({ kind, feed }) => (feed ? [] : [kind])))
    const stopped = (one: StreamGrant): boolean => one.row === row || lost.has(one.row.plural)
    this.#granted = this.#granted.map((one) =>
      one.denied === undefined && stopped(one) ? { ...one, denied } : one,
    )
    this.#channel = this.#options.channelOf(this.#granted)
    this.#client = this.#sit(this.#channel)
    for (const one of this.#granted)
      if (one.denied !== undefined && one.row !== row) this.#client.leaveOut(one.row.plural)
    this.#client.forbid(row.plural, denied)
    this.#client.resume(positions)
  }

  #sit(channel: BroadcastGroup): Subscriber {
    const signal = AbortSignal.any([this.#options.signal, this.#left.signal])
    const client = new Subscriber(channel, this.#options.sink, signal)
    channel.add(client)
    return client
  }

  #leave(): void {
    this.#left.abort()
    this.#channel.remove(this.#client)
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
        const asked = { verb, kind: row.kind, namespace }
        if (rights.peek(asked) !== true) await rights.demand(asked)
      }
    return undefined
  } catch (error) {
    return error instanceof ForbiddenByClusterError ? error : undefined
  }
}
