import type { Turns } from '../turns.ts'
import type { Gate } from './gate.ts'
import type { Kind } from './kinds.ts'
import { Lane } from './lane.ts'
import type { Reachability } from './reachability.ts'
import { scopesOf } from './scopes.ts'
import type { Checked, CheckObserver } from './self-check.ts'
import type { Time } from './time.ts'
import type { Transport } from './transport.ts'
import type { ItemViews } from './view.ts'
import { Reflector } from './watch/reflector.ts'
import { ApiServerSource } from './watch/source.ts'
import type { ReflectorState } from './watch/standing.ts'
import { Store } from './watch/store.ts'
import type { Zstandard } from './watch/zstandard.ts'

/** Nobody asked for a kind for this long, or follows it: it is no longer watched. */
const IDLE_MS = 15 * 60_000
const SWEEP_MS = 60_000

/** What happens to the watches of all contexts, for metrics. */
export interface WatchObserver extends CheckObserver<WatchName> {
  synced(watch: WatchName, mode: 'stream' | 'pages'): void
  /** Followed for the first time, or again. */
  live(watch: WatchName): void
  ended(watch: WatchName, reason: string): void
  quarantined(watch: WatchName): void
}

export interface WatchName {
  context: string
  resource: string
  /** The namespace; '' for all. */
  scope: string
}

/** How a watch stands. */
export interface WatchReport extends WatchName {
  state: ReflectorState
  objects: number
  /** Since the last proof of life; Infinity before the first. */
  ageMs: number
}

export interface WatchesOptions {
  gate: Gate
  reachability: Reachability
  time: Time
  turns: Turns
  zstandard: Zstandard
  views: ItemViews
}

interface Watched {
  name: WatchName
  kind: Kind<unknown>
  reflector: Reflector<unknown>
  lane: Lane
}

/**
 * The reflectors of one context: started when a kind is first asked for, stopped when nobody asks any more. All namespaces
 * at once where the identity may watch that, one by one where it may only that (F13), none where it may not watch (F12).
 */
export class Watches {
  readonly #transport: Transport
  readonly #gate: Gate
  readonly #reachability: Reachability
  readonly #time: Time
  readonly #views: ItemViews
  readonly #turns: Turns
  readonly #zstandard: Zstandard
  readonly #observer: WatchObserver
  readonly #running = new Map<string, Watched>()
  readonly #starting = new Map<string, Promise<void>>()
  #cancelSweep: () => void = () => undefined
  #stopped = false

  constructor(
    transport: Transport,
    { gate, reachability, time, turns, zstandard, views }: WatchesOptions,
    observer: WatchObserver,
  ) {
    this.#views = views
    this.#turns = turns
    this.#zstandard = zstandard
    this.#transport = transport
    this.#gate = gate
    this.#reachability = reachability
    this.#time = time
    this.#observer = observer
    this.#sweepLater()
  }

  /** The reflector that covers a scope, if one runs; where none does, one is started for those who come later. */
  covering<T>(kind: Kind<T>, namespace: string | undefined): Reflector<T> | undefined {
    const found =
      this.#allowed(kind, undefined) ?? (namespace === undefined ? undefined : this.#allowed(kind, namespace))
    if (found === undefined) {
      this.#begin(kind, namespace)
      return undefined
    }
    found.reflector.use()
    // Kept under its kind, so it holds that kind's objects.
    return found.reflector as Reflector<T>
  }

  /** The reflector that covers a scope, once it is started; undefined where it may not be watched, or could not be asked. */
  async started<T>(kind: Kind<T>, namespace: string | undefined): Promise<Reflector<T> | undefined> {
    const running = this.covering(kind, namespace)
    if (running !== undefined) return running
    await this.#starting.get(keyOf(kind, namespace))
    return this.#stopped ? undefined : this.covering(kind, namespace)
  }

  /** Where reads of a scope wait for their turn while it is filled for the first time; undefined where it is not. */
  lane(kind: Kind<unknown>, namespace: string | undefined): Lane | undefined {
    const found = this.#allowed(kind, undefined) ?? this.#allowed(kind, namespace)
    return found?.reflector.filling === true ? found.lane : undefined
  }

  /** Starts to watch a kind wherever it is read. */
  prewarm(kind: Kind<unknown>): void {
    for (const namespace of scopesOf(kind, undefined, this.#transport.context.grants))
      this.covering(kind, namespace)
  }

  /** A scope may not be read any more: what is held of it goes. */
  purge(kind: Kind<unknown>, namespace: string | undefined): void {
    const key = keyOf(kind, namespace)
    this.#running.get(key)?.reflector.stop()
    this.#running.delete(key)
  }

  report(): WatchReport[] {
    return [...this.#running.values()].map(({ name, reflector }) => ({
      ...name,
      state: reflector.state,
      objects: reflector.store.size,
      ageMs: reflector.ageMs,
    }))
  }

  /** Those that hold all there is, as far as they know. */
  live(): Checked<WatchName>[] {
    return [...this.#running.values()]
      .filter(({ reflector }) => reflector.state === 'live')
      .map(({ name, kind, reflector }) => ({
        name,
        kind,
        namespace: name.scope === '' ? undefined : name.scope,
        reflector,
      }))
  }

  stop(): void {
    this.#stopped = true
    this.#cancelSweep()
    for (const { kind, name } of this.#running.values())
      this.purge(kind, name.scope === '' ? undefined : name.scope)
  }

  #allowed(kind: Kind<unknown>, namespace: string | undefined): Watched | undefined {
    const found = this.#running.get(keyOf(kind, namespace))
    return found?.reflector.state === 'forbidden' ? undefined : found
  }

  #begin(kind: Kind<unknown>, namespace: string | undefined): void {
    const key = keyOf(kind, namespace)
    if (this.#starting.has(key)) return
    const start = async (): Promise<void> => {
      try {
        const scope = await this.#scopeFor(kind, namespace)
        if (scope !== undefined && !this.#stopped) this.#start(kind, scope.namespace)
      } catch {
        // It could not be asked what may be watched; the live read tells the caller why, and the next one asks again.
      } finally {
        this.#starting.delete(key)
      }
    }
    this.#starting.set(key, start())
  }

  /** The widest scope around a namespace that may be watched; undefined where none may. */
  async #scopeFor(
    kind: Kind<unknown>,
    namespace: string | undefined,
  ): Promise<{ namespace: string | undefined } | undefined> {
    const granted = this.#transport.context.grants.namespaces
    const wide = !kind.namespaced || granted.length === 0
    if (wide && (await this.#may(kind, undefined))) return { namespace: undefined }
    return namespace !== undefined && (await this.#may(kind, namespace)) ? { namespace } : undefined
  }

  async #may(kind: Kind<unknown>, namespace: string | undefined): Promise<boolean> {
    const running = this.#running.get(keyOf(kind, namespace))
    if (running?.reflector.state === 'forbidden') return false
    for (const verb of ['list', 'watch'] as const)
      if (!(await this.#gate.check({ verb, kind, namespace })).allowed) return false
    return true
  }

  #start(kind: Kind<unknown>, namespace: string | undefined): void {
    const key = keyOf(kind, namespace)
    if (this.#running.has(key)) return
    const name = { context: this.#transport.context.name, resource: kind.plural, scope: namespace ?? '' }
    const source = new ApiServerSource(this.#transport, kind, namespace, () => this.#time.random())
    const observer = {
      synced: (mode: 'stream' | 'pages') => this.#observer.synced(name, mode),
      live: () => this.#observer.live(name),
      ended: (reason: string) => this.#observer.ended(name, reason),
      quarantined: () => this.#observer.quarantined(name),
    }
    const reflector = new Reflector(new Store(kind), source, {
      reachability: this.#reachability,
      time: this.#time,
      turns: this.#turns,
      zstandard: this.#zstandard,
      view: this.#views(kind),
      observer,
    })
    this.#running.set(key, { name, kind, reflector, lane: new Lane(this.#time, reflector) })
    reflector.start()
  }

  #sweepLater(): void {
    this.#cancelSweep = this.#time.after(SWEEP_MS, () => {
      const now = this.#time.now()
      for (const { kind, name, reflector } of this.#running.values())
        if (now - reflector.usedAt > IDLE_MS && !reflector.store.observed)
          this.purge(kind, name.scope === '' ? undefined : name.scope)
      this.#sweepLater()
    })
  }
}

function keyOf({ plural, apiGroup }: Kind<unknown>, namespace: string | undefined): string {
  return `${plural}.${apiGroup} ${namespace ?? ''}`
}
