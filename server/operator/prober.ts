import type { ClusterContext as Connection } from '../kube/context.ts'
import type { CallObserver } from '../kube/call.ts'
import type { Time } from '../kube/time.ts'
import { Transport } from '../kube/transport.ts'
import { probe, type Found } from './probe.ts'

/** So many clusters that do not answer must not keep the others waiting. */
const AT_ONCE = 8

/** A context to be probed. */
export interface ProbeTarget {
  /** Of the declaration: `namespace/name`. */
  key: string
  connection: Connection
  /** What tells one way to a cluster, and one identity there, from another: a new one is probed at once. */
  fingerprint: string
  intervalMs: number
  timeoutMs: number
}

export interface ProberOptions {
  time: Time
  /** Milliseconds since 1970. */
  clock: () => number
  observer: CallObserver
  userAgent: string
  /** Told of each probe, and how many milliseconds it took. */
  probed: (target: ProbeTarget, found: Found, milliseconds: number) => void
}

interface Probed {
  target: ProbeTarget
  transport: Transport
  found: Found | undefined
  cancel: () => void
}

/** Probes contexts, each by its own interval, for as long as it is told to. */
export class Prober {
  readonly #options: ProberOptions
  readonly #probed = new Map<string, Probed>()
  readonly #due: Probed[] = []
  readonly #stopped = new AbortController()
  #underWay = 0

  constructor(options: ProberOptions) {
    this.#options = options
  }

  /** Probes these and no others; what is new, or leads elsewhere, at once. Answers the names of contexts that are gone. */
  take(targets: readonly ProbeTarget[]): string[] {
    const wanted = new Map(targets.map((target) => [target.key, target]))
    const gone = [...this.#probed.values()].map(({ target }) => target).filter(({ key }) => !wanted.has(key))
    for (const { key } of gone) this.#forget(key)
    for (const target of targets) {
      const held = this.#probed.get(target.key)
      if (held?.target.fingerprint === target.fingerprint) {
        held.target = target
        continue
      }
      this.#forget(target.key)
      const transport = new Transport(target.connection, this.#options.observer, this.#options.userAgent)
      const one: Probed = { target, transport, found: undefined, cancel: () => undefined }
      this.#probed.set(target.key, one)
      this.#enqueue(one)
    }
    return gone.map(({ connection }) => connection.name)
  }

  /** What was found last on the way as it is now; undefined before anything was. */
  found(key: string): Found | undefined {
    return this.#probed.get(key)?.found
  }

  stop(): void {
    this.#stopped.abort()
    for (const key of this.#probed.keys()) this.#forget(key)
  }

  #forget(key: string): void {
    const held = this.#probed.get(key)
    if (held === undefined) return
    this.#probed.delete(key)
    held.cancel()
    void held.transport.close()
  }

  #enqueue(one: Probed): void {
    this.#due.push(one)
    this.#next()
  }

  #next(): void {
    while (this.#underWay < AT_ONCE) {
      const one = this.#due.shift()
      if (one === undefined) return
      if (this.#isWanted(one)) void this.#ask(one)
    }
  }

  #isWanted(one: Probed): boolean {
    return !this.#stopped.signal.aborted && this.#probed.get(one.target.key) === one
  }

  async #ask(one: Probed): Promise<void> {
    const { time, clock, probed } = this.#options
    this.#underWay++
    const startedAt = time.now()
    const { timeoutMs, intervalMs } = one.target
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeoutMs)])
    const found = await probe(one.transport, signal, clock)
    this.#underWay--
    if (this.#isWanted(one)) {
      one.found = found
      one.cancel = time.after(intervalMs * (0.9 + 0.2 * time.random()), () => this.#enqueue(one))
      probed(one.target, found, time.now() - startedAt)
    }
    this.#next()
  }
}
