import { compareVersions } from '../grammar/resource-version.ts'
import type { Turns } from '../turns.ts'
import type { Kind } from './kinds.ts'
import { pause, type Time } from './time.ts'
import type { Transport } from './transport.ts'
import { confirmed, suspectsOf, type Suspect } from './watch/divergence.ts'
import { listMetadata } from './watch/metadata-list.ts'
import type { Reflector } from './watch/reflector.ts'

/** Every watch is checked once in 10 to 15 minutes, each process at times of its own. */
const LEAST_MS = 10 * 60_000
const SPREAD_MS = 5 * 60_000
/** Bookmarks bring a store that is told of no change past a list within a minute or so. */
const FOLLOW_MS = 3 * 60_000
/** A check that takes longer is of no use any more. */
const DEADLINE_MS = 10 * 60_000

/** A watch that may be checked. */
export interface Checked<Name> {
  name: Name
  kind: Kind<unknown>
  namespace: string | undefined
  reflector: Reflector<unknown>
}

/** `given up`: the store was not live, did not come as far as the list, or the cluster could not be asked. */
export type CheckResult = 'same' | 'diverged' | 'given up'

/** Is told how checks end. */
export interface CheckObserver<Name> {
  checked(watch: Name, result: CheckResult): void
  /** So many objects were not as the cluster has them, as this one; the watch is about to be listed anew. */
  diverged(watch: Name, objects: number, example: string): void
}

export interface SelfCheckOptions<Name> {
  transport: Transport
  /** What there is to check at the moment. */
  watched: () => readonly Checked<Name>[]
  time: Time
  turns: Turns
  observer: CheckObserver<Name>
}

/**
 * Holds what is watched against the cluster itself, for a watch that lost an event says nothing of it (faults.md,
 * consistency oracle): metadata alone, one watch after the other, seldom. Differences that a moving cluster explains do not
 * count; one that stays is counted, and the watch is listed anew.
 */
export class SelfCheck<Name> {
  readonly #transport: Transport
  readonly #watched: () => readonly Checked<Name>[]
  readonly #time: Time
  readonly #turns: Turns
  readonly #observer: CheckObserver<Name>
  readonly #stopped = new AbortController()

  constructor({ transport, watched, time, turns, observer }: SelfCheckOptions<Name>) {
    this.#transport = transport
    this.#watched = watched
    this.#time = time
    this.#turns = turns
    this.#observer = observer
  }

  start(): void {
    void this.#run()
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    for (;;) {
      await pause(this.#time, LEAST_MS + this.#time.random() * SPREAD_MS, signal)
      for (const one of this.#watched()) {
        if (signal.aborted) return
        await this.#check(one)
      }
      if (signal.aborted) return
    }
  }

  async #check(checked: Checked<Name>): Promise<void> {
    const late = new AbortController()
    const cancel = this.#time.after(DEADLINE_MS, () => late.abort())
    const signal = AbortSignal.any([this.#stopped.signal, late.signal])
    // A check that cannot be made says nothing; the reflector tells of a cluster that is away.
    const found = await this.#look(checked, signal).catch(() => undefined)
    cancel()
    if (this.#stopped.signal.aborted) return
    const { name, reflector } = checked
    this.#observer.checked(name, found === undefined ? 'given up' : found.length === 0 ? 'same' : 'diverged')
    const [first] = found ?? []
    if (first === undefined) return
    this.#observer.diverged(name, found?.length ?? 0, said(first))
    reflector.relist()
  }

  /** What differs for certain; undefined where that cannot be said. */
  async #look(checked: Checked<Name>, signal: AbortSignal): Promise<Suspect[] | undefined> {
    const first = await this.#compare(checked, signal)
    if (first === undefined || first.length === 0) return first
    const second = await this.#compare(checked, signal)
    return second && confirmed(first, second)
  }

  async #compare(
    { kind, namespace, reflector }: Checked<Name>,
    signal: AbortSignal,
  ): Promise<Suspect[] | undefined> {
    const [transport, time, turns] = [this.#transport, this.#time, this.#turns]
    const list = await listMetadata({ transport, kind, namespace, time, turns, signal })
    const end = this.#time.now() + FOLLOW_MS
    const behind = () =>
      reflector.store.version === undefined || compareVersions(reflector.store.version, list.version) < 0
    for (let left = FOLLOW_MS; behind() && left > 0 && !signal.aborted; left = end - this.#time.now())
      await Promise.race([reflector.store.moved(), pause(this.#time, left, signal)])
    if (signal.aborted || behind() || reflector.state !== 'live') return undefined
    return suspectsOf(reflector.store, list, this.#turns)
  }
}

function said({ key, held, listed }: Suspect): string {
  return `${key}: ${held === undefined ? 'not held' : `held at ${held}`}, ${listed === undefined ? 'not there' : `there at ${listed}`}`
}
