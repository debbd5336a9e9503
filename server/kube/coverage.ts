import type { Decision, Gate } from './gate.ts'
import type { Grants } from './grants.ts'
import { Ground, type GroundRead, type ReadStanding } from './ground.ts'
import type { Kind } from './kinds.ts'
import { scopesOf } from './scopes.ts'
import type { Served } from './served.ts'
import type { Entry } from './watch/entry.ts'
import type { Reflector } from './watch/reflector.ts'
import type { Selector } from './watch/select.ts'
import type { Watches } from './watches.ts'
import type { Writes } from './writes.ts'

/** What a caller wants of reads. */
export interface Wishes {
  /** The state of now, whatever is cached. */
  fresh: boolean
  /** Of this resource, nothing older than this version. */
  minimum: { resource: string; version: string } | undefined
  /** Nothing is to come from watched state, nor to be watched for this. */
  unwatched?: boolean
}

export interface CoverageOptions {
  grants: Grants
  gate: Gate
  watches: Watches
  writes: Writes
}

/** A reflector that covers a part of what is wanted: a namespace of it, or all. */
export interface Part<T> {
  reflector: Reflector<T>
  namespace: string | undefined
}

type Verb = 'get' | 'list'

/** A watch that was lost for this long is not believed while the API server is there to be asked. */
const MAX_DEGRADED_MS = 60_000

/**
 * Finds the watched state that may answer a read of one request: whole, recent enough, past every write it must show, and
 * of what the identity may read at this moment. Notes where the read is served from, and on what ground.
 */
export class Coverage {
  readonly #options: CoverageOptions
  readonly #signal: AbortSignal
  readonly #wishes: Wishes
  readonly #served: Served
  readonly #reads: GroundRead[] = []

  constructor(options: CoverageOptions, signal: AbortSignal, wishes: Wishes, served: Served) {
    this.#options = options
    this.#signal = signal
    this.#wishes = wishes
    this.#served = served
  }

  /** What the reads so far were answered from; undefined where any was not from watched state. */
  get ground(): Ground | undefined {
    const { use } = this.#served
    return this.#reads.length > 0 && (use === 'hit' || use === 'stale') ? new Ground(this.#reads) : undefined
  }

  /** The parts that together hold a kind in a namespace, or wherever it may be read; undefined: ask the API server. */
  async parts<T>(verb: Verb, kind: Kind<T>, namespace: string | undefined): Promise<Part<T>[] | undefined> {
    if (this.#wishes.fresh) {
      this.#served.note('bypass')
      return undefined
    }
    const parts: Part<T>[] = []
    for (const scope of scopesOf(kind, namespace, this.#options.grants)) {
      const reflector = await this.#reflector(verb, kind, scope)
      if (reflector === undefined) return undefined
      parts.push({ reflector, namespace: scope })
    }
    return parts
  }

  /** Notes that something of a part was read; `same` says whether it would be read the same again. */
  read<T>(verb: Verb, { reflector, namespace }: Part<T>, same: () => boolean): void {
    const { gate, writes } = this.#options
    const { kind } = reflector.store
    const decided = gate.asking({ verb, kind, namespace })
    const stands = (): ReadStanding | undefined => {
      const decision = decided()
      if (decision === undefined || !writes.seen(reflector.store, undefined)) return undefined
      const use = useOf(reflector, decision)
      if (use === undefined) return undefined
      reflector.use()
      return { use, ageMs: reflector.ageMs }
    }
    this.#reads.push({ stands, same, moved: () => reflector.store.moved() })
  }

  /** Whether what is held of a kind may be shown now; throws where the API server did not say for too long. */
  async mayShow(verb: Verb, kind: Kind<unknown>, namespace: string | undefined): Promise<boolean> {
    for (const scope of scopesOf(kind, namespace, this.#options.grants))
      if (!(await this.#decided(verb, kind, scope)).allowed) return false
    return true
  }

  async #reflector<T>(
    verb: Verb,
    kind: Kind<T>,
    namespace: string | undefined,
  ): Promise<Reflector<T> | undefined> {
    const reflector = this.#options.watches.covering(kind, namespace)
    if (reflector?.store.version === undefined) return undefined
    const use = useOf(reflector, await this.#decided(verb, kind, namespace))
    if (use === undefined || !(await this.#shows(reflector))) return undefined
    this.#served.note(use, reflector.ageMs)
    return reflector
  }

  async #decided(verb: Verb, kind: Kind<unknown>, namespace: string | undefined): Promise<Decision> {
    const checked = this.#options.gate.check({ verb, kind, namespace })
    const decision = checked instanceof Promise ? await checked : checked
    if (!decision.allowed && verb === 'list') this.#options.watches.purge(kind, namespace)
    return decision
  }

  /** Whether it has seen what this caller must be shown; it is given a moment to. */
  async #shows<T>(reflector: Reflector<T>): Promise<boolean> {
    const { store } = reflector
    const { minimum } = this.#wishes
    const least = minimum?.resource === store.kind.plural ? minimum.version : undefined
    return this.#options.writes.seenBy(store, least, this.#signal)
  }
}

/** What a selector selects of each of several parts, which are in order already. */
export function entriesOf<T>(parts: readonly Part<T>[], selector: Selector<T>): Entry<T>[][] {
  return parts.map(({ reflector, namespace }) => reflector.store.select(namespace, selector))
}

/** What an answer from what a reflector holds is called now; undefined where it must not be given. */
function useOf<T>(
  { state, ageMs, store }: Reflector<T>,
  { allowed, stale }: Decision,
): ReadStanding['use'] | undefined {
  if (!allowed || store.version === undefined) return undefined
  if (state === 'live') return stale ? 'stale' : 'hit'
  if (state !== 'degraded' || (!stale && ageMs > MAX_DEGRADED_MS)) return undefined
  return 'stale'
}
