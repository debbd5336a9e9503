import type { Kind } from '../cluster/kind.ts'
import type { Reachability } from '../cluster/contexts/reachability.ts'
import type { Clock } from '../core/clock.ts'
import type { Transport } from '../cluster/client/transport.ts'
import { objectOf } from '../cluster/cache/cached-object.ts'
import { Reflector } from '../cluster/cache/reflector.ts'
import type { EndReason } from '../cluster/cache/retry-policy.ts'
import { everything } from '../cluster/cache/compiled-selector.ts'
import { ListWatch } from '../cluster/cache/list-watch.ts'
import type { ReflectorState } from '../cluster/cache/sync-state.ts'
import { Store } from '../cluster/cache/store.ts'
import type { ZstdCodec } from '../cluster/cache/zstd-codec.ts'
import type { Scheduler } from '../core/scheduler.ts'

export interface InformerOptions {
  transport: Transport
  reachability: Reachability
  time: Clock
  scheduler: Scheduler
  zstandard: ZstdCodec
  namespace: string
  /** Called on every change, and when the first list is complete. */
  changed: () => void
  /** Called with the reason each time the watch ends; it is resumed automatically. */
  ended: (reason: EndReason) => void
}

/** Informer: watches all objects of one kind in one namespace. */
export class Informer<T> {
  readonly #reflector: Reflector<T>

  constructor(
    kind: Kind<T>,
    { transport, reachability, time, scheduler, zstandard, namespace, changed, ended }: InformerOptions,
  ) {
    const source = new ListWatch(transport, kind, namespace, () => time.random())
    const observer = { synced: changed, ended, quarantined: () => undefined }
    const store = new Store<T>(kind)
    this.#reflector = new Reflector(store, source, {
      reachability,
      time,
      scheduler,
      zstandard,
      projection: undefined,
      observer,
    })
    store.observe(changed)
    this.#reflector.start()
  }

  /** All objects; undefined before the first list is complete. */
  get objects(): T[] | undefined {
    const { store } = this.#reflector
    if (store.version === undefined) return undefined
    return store.select(undefined, everything).map((entry) => objectOf(entry))
  }

  /** State of the watch. */
  get state(): ReflectorState {
    return this.#reflector.state
  }

  stop(): void {
    this.#reflector.stop()
  }
}
