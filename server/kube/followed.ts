import { Denied } from '../errors.ts'
import type { Call } from './call.ts'
import type { Gate } from './gate.ts'
import type { Grants } from './grants.ts'
import type { Kind } from './kinds.ts'
import type { LiveReads } from './live-reads.ts'
import type { Shown } from './shown.ts'
import type { Transport } from './transport.ts'
import type { View } from './view.ts'
import type { Entry } from './watch/entry.ts'
import type { Reflector } from './watch/reflector.ts'
import type { Watches } from './watches.ts'

/** What can be followed of one context: its reflectors, and whether what they hold may be shown. */
export interface Followed {
  readonly context: string
  /** Where its resourceVersions mean something: the same context of another cluster has others. */
  readonly origin: string
  readonly grants: Grants
  /**
   * Resolves where the identity may list and watch a kind in a scope; rejects with Denied, in the API server's own words,
   * where it may not, and with ClusterFailure where the API server cannot be asked. What is denied is held no longer.
   */
  admit(kind: Kind<unknown>, namespace: string | undefined, signal: AbortSignal): Promise<void>
  /** The reflector that covers a scope; undefined where there can be none now: asking again later is worth it. */
  reflector<T>(kind: Kind<T>, namespace: string | undefined): Promise<Followable<T> | undefined>
  /**
   * An entry as lists show it, at `now` (milliseconds since 1970); undefined where it cannot be shown. The one place where a
   * stream learns what an object looks like.
   */
  item<T, V>(kind: Kind<T>, entry: Entry<T>, view: View<T, V>, now: number): string | undefined
}

/** What a stream sees of a reflector. */
export type Followable<T> = Pick<Reflector<T>, 'store' | 'state'>

interface Parts {
  transport: Transport
  gate: Gate
  watches: Watches
  shown: Shown
  reads: (signal: AbortSignal) => LiveReads
}

/** What can be followed of a context that is served. */
export class FollowedContext implements Followed {
  readonly #options: Parts

  constructor(options: Parts) {
    this.#options = options
  }

  get context(): string {
    return this.#options.transport.context.name
  }

  get origin(): string {
    const { origin, basePath } = this.#options.transport.context
    return origin + basePath
  }

  get grants(): Grants {
    return this.#options.transport.context.grants
  }

  async admit(kind: Kind<unknown>, namespace: string | undefined, signal: AbortSignal): Promise<void> {
    if (await this.#allowed(kind, namespace)) return
    const scope = namespace === undefined ? {} : { namespace }
    try {
      // What the calls themselves say counts: of both rights the one to list first, as reads would say it.
      for (const verb of ['list', 'watch'] as const) await this.#ask({ verb, kind, ...scope }, signal)
    } catch (error) {
      if (error instanceof Denied) this.#options.watches.purge(kind, namespace)
      throw error
    }
  }

  async reflector<T>(kind: Kind<T>, namespace: string | undefined): Promise<Followable<T> | undefined> {
    return this.#options.watches.started(kind, namespace)
  }

  item<T, V>(kind: Kind<T>, entry: Entry<T>, view: View<T, V>, now: number): string | undefined {
    return this.#options.shown.item(entry, { view, now, plural: kind.plural })
  }

  async #allowed(kind: Kind<unknown>, namespace: string | undefined): Promise<boolean> {
    for (const verb of ['list', 'watch'] as const) {
      const decided = this.#options.gate.check({ verb, kind, namespace })
      const { allowed } = decided instanceof Promise ? await decided : decided
      if (!allowed) return false
    }
    return true
  }

  async #ask(call: Call, signal: AbortSignal): Promise<void> {
    if (call.verb === 'list') {
      await this.#options.reads(signal).json({ ...call, query: new URLSearchParams({ limit: '1' }) })
      return
    }
    const query = new URLSearchParams({ watch: '1', timeoutSeconds: '1' })
    await this.#options.transport.probe({ ...call, query }, signal)
  }
}
