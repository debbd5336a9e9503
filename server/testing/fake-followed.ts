import type { Denied } from '../errors.ts'
import type { Followable, Followed } from '../kube/followed.ts'
import type { Kind } from '../kube/kinds.ts'
import type { View } from '../kube/view.ts'
import { objectOf, type Entry } from '../kube/watch/entry.ts'
import { Store } from '../kube/watch/store.ts'
import { projectionOf } from './watched.ts'

interface Made {
  namespace?: string
  uid?: string
  labels?: Record<string, string>
  phase?: string
}

/** A context whose stores a test fills by hand: `pods` for all namespaces, `pods/shop` for one where that is what is watched. */
export class FakeFollowed implements Followed {
  readonly context: string
  readonly origin = 'https://cluster'
  readonly grants = { context: 'test', byChart: false, readOnly: false, namespaces: [] as string[] }
  readonly #stores = new Map<string, Followable<unknown> & { state: 'live' | 'stopped' }>()
  /** What is answered for a kind that is denied. */
  readonly denied = new Map<string, Denied>()
  /** Reflectors that were asked for. */
  asked = 0

  constructor(context = 'test') {
    this.context = context
  }

  async admit(kind: Kind<unknown>): Promise<void> {
    const denied = this.denied.get(kind.plural)
    if (denied !== undefined) throw denied
  }

  async reflector<T>(kind: Kind<T>, namespace: string | undefined): Promise<Followable<T> | undefined> {
    this.asked++
    // Kept under its kind, so it holds that kind's objects.
    return (this.#stores.get(`${kind.plural}/${namespace ?? ''}`) ?? this.#stores.get(`${kind.plural}/`)) as
      | Followable<T>
      | undefined
  }

  item<T, V>(_kind: Kind<T>, entry: Entry<T>, view: View<T, V>, now: number): string | undefined {
    return JSON.stringify(view.show(objectOf(entry), now))
  }

  /** A store of a kind; it is filled when the test says so. */
  store(kind: Kind<unknown>, namespace = ''): Store<unknown> {
    const store = new Store<unknown>(kind)
    this.#stores.set(`${kind.plural}/${namespace}`, { store, state: 'live' })
    return store
  }

  /** An object as it comes from the API server, at a version. */
  entry<T>(kind: Kind<T>, name: string, version: number, made: Made = {}): Entry<T> {
    const { namespace = 'shop', uid = `uid-${name}`, labels = {}, phase = 'Running' } = made
    const metadata = {
      name,
      uid,
      labels,
      resourceVersion: String(version),
      creationTimestamp: '2026-11-20T11:25:00Z',
      ...(kind.namespaced ? { namespace } : {}),
    }
    return projectionOf(kind).entry({ metadata, status: { phase } })
  }
}
