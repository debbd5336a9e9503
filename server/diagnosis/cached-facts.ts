import { objectOf, type CachedObject } from '../cluster/cache/cached-object.ts'
import { selectorFor } from '../cluster/cache/compiled-selector.ts'
import type { Store } from '../cluster/cache/store.ts'
import type { Kind } from '../cluster/kind.ts'
import type { ObjectRef } from '../cluster/read/cluster.ts'
import { isObject } from '../core/json.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { FactUnavailableError, type FactSelection, type FactSource } from './facts.ts'

/** The store of a kind in one scope. */
export interface ScopeStore<T> {
  readonly namespace: string | undefined
  readonly store: Store<T>
}

/** Returns the stores that together hold a kind; undefined if they are not in sync. */
export type StoresOf = <T>(kind: Kind<T>) => readonly ScopeStore<T>[] | undefined

/** Whether objects of a kind may be read in a namespace; without one: in all. */
export type MayRead = (kind: Kind<unknown>, namespace: string | undefined) => boolean

/** Facts from watch caches. Objects are parsed once for the lifetime of this object, which is one pass of the rules. */
export class CachedFacts implements FactSource {
  readonly #storesOf: StoresOf
  readonly #mayRead: MayRead
  readonly #parsed = new Map<CachedObject<unknown>, object | undefined>()

  /** `mayRead` hides objects from the rules. */
  constructor(storesOf: StoresOf, mayRead: MayRead = () => true) {
    this.#storesOf = storesOf
    this.#mayRead = mayRead
  }

  get<T extends KubernetesObject>(kind: Kind<T>, { namespace, name }: ObjectRef): T | undefined {
    for (const { store } of this.#stores(kind, namespace)) {
      const entry = store.get(namespace ?? '', name)
      if (entry !== undefined) return this.#object(entry)
    }
    return undefined
  }

  list<T extends KubernetesObject>(kind: Kind<T>, selection: FactSelection): readonly T[] {
    const { namespace, controlledBy, ...rest } = selection
    const selector = selectorFor(kind, {
      ...rest,
      ...(controlledBy === undefined ? {} : { controlledBy: [controlledBy] }),
    })
    if (selector === undefined) throw new FactUnavailableError(kind, namespace)
    return this.#stores(kind, namespace).flatMap(({ store, namespace: scope }) =>
      store.select(namespace ?? scope, selector).flatMap((entry) => this.#object(entry) ?? []),
    )
  }

  /** Logs are not cached. */
  log(_ref: ObjectRef, _container: string, _previous: boolean): readonly string[] | undefined {
    return undefined
  }

  #stores<T>(kind: Kind<T>, namespace: string | undefined): readonly ScopeStore<T>[] {
    const stores = this.#mayRead(kind, namespace) ? this.#storesOf(kind) : undefined
    if (stores === undefined) throw new FactUnavailableError(kind, namespace)
    if (namespace === undefined) return stores
    return stores.filter(({ namespace: scope }) => scope === undefined || scope === namespace)
  }

  /** Returns an object; undefined for one without metadata, which a hostile API server may send. */
  #object<T extends KubernetesObject>(entry: CachedObject<T>): T | undefined {
    if (!this.#parsed.has(entry)) {
      const object: unknown = objectOf(entry)
      this.#parsed.set(entry, isObject(object) && isObject(object['metadata']) ? object : undefined)
    }
    // The entry is of the kind of T.
    return this.#parsed.get(entry) as T | undefined
  }
}
