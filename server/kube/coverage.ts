import type { Gate } from './gate.ts'
import type { Grants } from './grants.ts'
import type { Kind } from './kinds.ts'
import { scopesOf } from './scopes.ts'
import type { Served } from './served.ts'
import type { Entry } from './watch/entry.ts'
import type { Reflector } from './watch/reflector.ts'
import type { Selector } from './watch/select.ts'
import type { Store } from './watch/store.ts'
import type { Watches } from './watches.ts'
import type { Writes } from './writes.ts'

/** What a caller wants of reads. */
export interface Wishes {
  /** The state of now, whatever is cached. */
  fresh: boolean
  /** Of this resource, nothing older than this version. */
  minimum: { resource: string; version: string } | undefined
}

export interface CoverageOptions {
  grants: Grants
  gate: Gate
  watches: Watches
  writes: Writes
}

/** A store that covers a part of what is wanted: a namespace of it, or all. */
export interface Part<T> {
  store: Store<T>
  namespace: string | undefined
}

/** A watch that was lost for this long is not believed while the API server is there to be asked. */
const MAX_DEGRADED_MS = 60_000

/**
 * Finds the watched state that may answer a read of one request: whole, recent enough, past every write it must show, and
 * of what the identity may read at this moment. Notes where the read is served from.
 */
export class Coverage {
  readonly #options: CoverageOptions
  readonly #signal: AbortSignal
  readonly #wishes: Wishes
  readonly #served: Served

  constructor(options: CoverageOptions, signal: AbortSignal, wishes: Wishes, served: Served) {
    this.#options = options
    this.#signal = signal
    this.#wishes = wishes
    this.#served = served
  }

  /** The stores that together hold a kind in a namespace, or wherever it may be read; undefined: ask the API server. */
  async parts<T>(
    verb: 'get' | 'list',
    kind: Kind<T>,
    namespace: string | undefined,
  ): Promise<Part<T>[] | undefined> {
    if (this.#wishes.fresh) {
      this.#served.note('bypass')
      return undefined
    }
    const parts: Part<T>[] = []
    for (const scope of scopesOf(kind, namespace, this.#options.grants)) {
      const store = await this.#store(verb, kind, scope)
      if (store === undefined) {
        this.#served.note('miss')
        return undefined
      }
      parts.push({ store, namespace: scope })
    }
    return parts
  }

  /** Whether what is held of a kind may be shown now; throws where the API server did not say for too long. */
  async mayShow(verb: 'get' | 'list', kind: Kind<unknown>, namespace: string | undefined): Promise<boolean> {
    for (const scope of scopesOf(kind, namespace, this.#options.grants))
      if ((await this.#allowed(verb, kind, scope)) === 'denied') return false
    return true
  }

  async #store<T>(
    verb: 'get' | 'list',
    kind: Kind<T>,
    namespace: string | undefined,
  ): Promise<Store<T> | undefined> {
    const reflector = this.#options.watches.covering(kind, namespace)
    if (reflector?.store.version === undefined) return undefined
    const allowed = await this.#allowed(verb, kind, namespace)
    if (allowed === 'denied') return undefined
    const degraded = reflector.state !== 'live'
    if (degraded && allowed === 'allowed' && reflector.ageMs > MAX_DEGRADED_MS) return undefined
    if (!(await this.#shows(reflector))) return undefined
    this.#served.note(degraded || allowed === 'stale' ? 'stale' : 'hit', reflector.ageMs)
    return reflector.store
  }

  async #allowed(
    verb: 'get' | 'list',
    kind: Kind<unknown>,
    namespace: string | undefined,
  ): Promise<'allowed' | 'stale' | 'denied'> {
    const decided = this.#options.gate.check({ verb, kind, namespace })
    const { allowed, stale } = decided instanceof Promise ? await decided : decided
    if (allowed) return stale ? 'stale' : 'allowed'
    if (verb === 'list') this.#options.watches.purge(kind, namespace)
    return 'denied'
  }

  /** Whether it has seen what this caller must be shown; it is given a moment to. */
  async #shows<T>(reflector: Reflector<T>): Promise<boolean> {
    const { store } = reflector
    const { minimum } = this.#wishes
    const least = minimum?.resource === store.kind.plural ? minimum.version : undefined
    return this.#options.writes.seenBy(store, least, this.#signal)
  }
}

/** What a selector selects of several parts, which are in order already. */
export function entriesOf<T>(parts: readonly Part<T>[], selector: Selector<T>): Entry<T>[] {
  return parts.flatMap(({ store, namespace }) => store.select(namespace, selector))
}
