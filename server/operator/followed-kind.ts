import type { Kind } from '../kube/kinds.ts'
import type { Reachability } from '../kube/reachability.ts'
import type { Time } from '../kube/time.ts'
import type { Transport } from '../kube/transport.ts'
import { objectOf } from '../kube/watch/entry.ts'
import { Reflector } from '../kube/watch/reflector.ts'
import { everything } from '../kube/watch/select.ts'
import { ApiServerSource } from '../kube/watch/source.ts'
import type { ReflectorState } from '../kube/watch/standing.ts'
import { Store } from '../kube/watch/store.ts'
import type { Zstandard } from '../kube/watch/zstandard.ts'
import type { Turns } from '../turns.ts'

export interface FollowOptions {
  transport: Transport
  reachability: Reachability
  time: Time
  turns: Turns
  zstandard: Zstandard
  namespace: string
  /** Told of every change, and when all there is is known. */
  changed: () => void
  /** Told why following ended, each time; it goes on by itself. */
  ended: (reason: string) => void
}

/** Everything of one kind in one namespace, followed for ever. */
export class FollowedKind<T> {
  readonly #reflector: Reflector<T>

  constructor(
    kind: Kind<T>,
    { transport, reachability, time, turns, zstandard, namespace, changed, ended }: FollowOptions,
  ) {
    const source = new ApiServerSource(transport, kind, namespace, () => time.random())
    const observer = { synced: changed, live: () => undefined, ended, quarantined: () => undefined }
    const store = new Store<T>(kind)
    this.#reflector = new Reflector(store, source, {
      reachability,
      time,
      turns,
      zstandard,
      view: undefined,
      observer,
    })
    store.observe(changed)
    this.#reflector.start()
  }

  /** All of it; undefined while it is not known. */
  get objects(): T[] | undefined {
    const { store } = this.#reflector
    if (store.version === undefined) return undefined
    return store.select(undefined, everything).map((entry) => objectOf(entry))
  }

  /** How following it stands. */
  get state(): ReflectorState {
    return this.#reflector.state
  }

  stop(): void {
    this.#reflector.stop()
  }
}
