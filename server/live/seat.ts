import { Denied } from '../errors.ts'
import type { EventSink } from '../http/route.ts'
import type { Time } from '../kube/time.ts'
import type { Channel } from './channel.ts'
import { Client } from './client.ts'
import { followVerbs, type Granted, type RightsOfCaller } from './granted.ts'

/** A right that is taken away shows within 10 s: reviews are believed for 8. */
const LOOK_MS = 2000

export interface SeatOptions {
  sink: EventSink
  /** Fires when the caller has left. */
  signal: AbortSignal
  time: Time
  /** The channel of all who are told what is granted. */
  channelOf: (granted: readonly Granted[]) => Channel
}

/**
 * One caller's place among all who are told the same. When a right of this caller alone is taken away it goes on, from where
 * it was, among those who are told the rest.
 */
export class Seat {
  readonly #options: SeatOptions
  #granted: readonly Granted[]
  #channel: Channel
  #client: Client
  #left: AbortController

  constructor(granted: readonly Granted[], options: SeatOptions) {
    this.#options = options
    this.#granted = granted
    this.#left = new AbortController()
    this.#channel = options.channelOf(granted)
    this.#client = this.#sit(this.#channel)
    options.signal.addEventListener('abort', () => this.#leave())
  }

  get client(): Client {
    return this.#client
  }

  get channel(): Channel {
    return this.#channel
  }

  /** Looks again and again whether the caller may still see what it is told. */
  holdTo(rights: RightsOfCaller): void {
    const { time, signal } = this.#options
    const cancel = time.after(LOOK_MS, () => {
      void this.#look(rights).then(() => {
        if (!signal.aborted) this.holdTo(rights)
      })
    })
    signal.addEventListener('abort', cancel, { once: true })
  }

  async #look(rights: RightsOfCaller): Promise<void> {
    for (const one of this.#granted) {
      const denied = one.denied === undefined ? await denialOf(one, rights) : undefined
      if (this.#options.signal.aborted) return
      if (denied !== undefined) this.#lose(one, denied)
    }
  }

  /** A kind stops for this caller. */
  #lose({ row }: Granted, denied: Denied): void {
    const positions = this.#channel.positionsOf(this.#client)
    this.#leave()
    this.#left = new AbortController()
    // What the service itself has lost meanwhile was said to all of that channel.
    const lost = new Set(this.#channel.options.parts.flatMap(({ kind, feed }) => (feed ? [] : [kind])))
    const stopped = (one: Granted): boolean => one.row === row || lost.has(one.row.plural)
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

  #sit(channel: Channel): Client {
    const signal = AbortSignal.any([this.#options.signal, this.#left.signal])
    const client = new Client(channel, this.#options.sink, signal)
    channel.enter(client)
    return client
  }

  #leave(): void {
    this.#left.abort()
    this.#channel.remove(this.#client)
  }
}

/** What the cluster says against a kind; nothing where it cannot say: then it goes on. */
async function denialOf({ row, namespaces }: Granted, rights: RightsOfCaller): Promise<Denied | undefined> {
  try {
    for (const namespace of namespaces)
      for (const verb of followVerbs) {
        const asked = { verb, kind: row.kind, namespace }
        if (!rights.allows(asked)) await rights.demand(asked)
      }
    return undefined
  } catch (error) {
    return error instanceof Denied ? error : undefined
  }
}
