import { background } from '../../core/background.ts'
import { compareVersions } from '../../core/formats/resource-version.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import type { Kind } from '../kind.ts'
import { pause, type Clock } from '../../core/clock.ts'
import type { Transport } from '../client/transport.ts'
import { confirmed, suspectsOf, type Suspect } from './divergence.ts'
import { listMetadata } from './metadata-list.ts'
import type { Reflector } from './reflector.ts'

/** Every watch is checked once in 10 to 15 minutes, at a random time per process. */
const LEAST_MS = 10 * 60_000
const SPREAD_MS = 5 * 60_000
/** Longest wait for a store to reach the list's version; bookmarks advance it about once a minute. */
const FOLLOW_MS = 3 * 60_000
/** Deadline of one check. */
const DEADLINE_MS = 10 * 60_000

/** A watch that can be checked. */
export interface CheckedCache<Name> {
  name: Name
  kind: Kind<unknown>
  namespace: string | undefined
  reflector: Reflector<unknown>
}

/**
 * Result of a check. `inconclusive`: the store was not live, did not reach the list's version, or the cluster was
 * unreachable.
 */
export type CheckResult = 'same' | 'diverged' | 'inconclusive'

/** Receives the results of checks. */
export interface CheckObserver<Name> {
  checked(watch: Name, result: CheckResult): void
  /** Reports how many objects differ from the cluster, with one example; the watch is then listed again. */
  diverged(watch: Name, objects: number, example: string): void
}

export interface SelfCheckOptions<Name> {
  transport: Transport
  /** Returns the watches that can be checked now. */
  watched: () => readonly CheckedCache<Name>[]
  time: Clock
  scheduler: Scheduler
  observer: CheckObserver<Name>
}

/**
 * Compares every watch cache with the cluster itself, because a watch that lost an event does not notice it.
 * The check lists only metadata, one watch at a time, and runs rarely. A difference that later changes
 * explain is ignored; a confirmed one is counted, and the watch is listed again.
 */
export class ConsistencyCheck<Name> {
  readonly #transport: Transport
  readonly #watched: () => readonly CheckedCache<Name>[]
  readonly #time: Clock
  readonly #scheduler: Scheduler
  readonly #observer: CheckObserver<Name>
  readonly #stopped = new AbortController()

  constructor({ transport, watched, time, scheduler, observer }: SelfCheckOptions<Name>) {
    this.#transport = transport
    this.#watched = watched
    this.#time = time
    this.#scheduler = scheduler
    this.#observer = observer
  }

  start(): void {
    background(
      'the self-check',
      () => this.#run(),
      () => (this.#stopped.signal.aborted ? undefined : this.start()),
    )
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    for (;;) {
      await pause(this.#time, LEAST_MS + this.#time.random() * SPREAD_MS, signal)
      if (signal.aborted) return
      for (const cache of this.#watched()) {
        if (signal.aborted) return
        await this.#check(cache)
      }
      if (signal.aborted) return
    }
  }

  async #check(checked: CheckedCache<Name>): Promise<void> {
    const late = new AbortController()
    const cancel = this.#time.after(DEADLINE_MS, () => late.abort())
    const signal = AbortSignal.any([this.#stopped.signal, late.signal])
    // A failed check has no result; the reflector reports an unreachable cluster.
    const found = await this.#differences(checked, signal).catch(() => undefined)
    cancel()
    if (this.#stopped.signal.aborted) return
    const { name, reflector } = checked
    this.#observer.checked(
      name,
      found === undefined ? 'inconclusive' : found.length === 0 ? 'same' : 'diverged',
    )
    const [first] = found ?? []
    if (first === undefined) return
    this.#observer.diverged(name, found?.length ?? 0, describe(first))
    reflector.relist()
  }

  /** Returns the confirmed differences; undefined if the comparison was not possible. */
  async #differences(checked: CheckedCache<Name>, signal: AbortSignal): Promise<Suspect[] | undefined> {
    const first = await this.#compare(checked, signal)
    if (first === undefined || first.length === 0) return first
    const second = await this.#compare(checked, signal)
    return second && confirmed(first, second)
  }

  async #compare(
    { kind, namespace, reflector }: CheckedCache<Name>,
    signal: AbortSignal,
  ): Promise<Suspect[] | undefined> {
    const [transport, time, scheduler] = [this.#transport, this.#time, this.#scheduler]
    const list = await listMetadata({ transport, kind, namespace, time, scheduler, signal })
    const end = this.#time.now() + FOLLOW_MS
    const behind = () =>
      reflector.store.version === undefined || compareVersions(reflector.store.version, list.version) < 0
    for (let left = FOLLOW_MS; behind() && left > 0 && !signal.aborted; left = end - this.#time.now())
      await Promise.race([reflector.store.nextChange(), pause(this.#time, left, signal)])
    if (signal.aborted || behind() || reflector.state !== 'live') return undefined
    return suspectsOf(reflector.store, list, this.#scheduler)
  }
}

function describe({ key, cached, listed }: Suspect): string {
  return `${key}: cached version ${cached ?? 'none'}, cluster version ${listed ?? 'none'}`
}
