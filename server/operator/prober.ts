import { background } from '../core/background.ts'
import type { ClusterContext as Connection } from '../cluster/contexts/context.ts'
import type { CallObserver } from '../cluster/client/api-call.ts'
import type { Clock } from '../core/clock.ts'
import { reviewBy } from '../cluster/access/access-review.ts'
import { RulesReviewCache } from '../cluster/access/rules-review.ts'
import { Transport } from '../cluster/client/transport.ts'
import { probeContext, type ProbeResult } from './probe-context.ts'

/** Probes in parallel; keeps a number of unreachable clusters from delaying the others. */
const AT_ONCE = 8

/** A context to be probed. */
export interface ProbeTarget {
  /** Key of the declaration: `namespace/name`. */
  key: string
  connection: Connection
  /** Identifies the connection and its credentials; a change triggers a probe at once. */
  fingerprint: string
  intervalMs: number
  timeoutMs: number
}

export interface ProberOptions {
  time: Clock
  /** Milliseconds since 1970. */
  clock: () => number
  observer: CallObserver
  userAgent: string
  /** Called after each probe, with its duration in milliseconds. */
  probed: (target: ProbeTarget, found: ProbeResult, milliseconds: number) => void
}

interface ScheduledProbe {
  target: ProbeTarget
  transport: Transport
  rights: RulesReviewCache
  found: ProbeResult | undefined
  cancel: () => void
}

/** Probes contexts, each at its own interval, until it is stopped. */
export class Prober {
  readonly #options: ProberOptions
  readonly #probed = new Map<string, ScheduledProbe>()
  readonly #due: ScheduledProbe[] = []
  readonly #stopped = new AbortController()
  #underWay = 0

  constructor(options: ProberOptions) {
    this.#options = options
  }

  /** Replaces the targets, and probes new or changed ones at once; returns the removed contexts. */
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
      const rights = new RulesReviewCache(transport, reviewBy(transport), this.#options.time)
      const one: ScheduledProbe = { target, transport, rights, found: undefined, cancel: () => undefined }
      this.#probed.set(target.key, one)
      this.#enqueue(one)
    }
    return gone.map(({ connection }) => connection.name)
  }

  /** Returns the last result for the current connection; undefined before the first probe. */
  found(key: string): ProbeResult | undefined {
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
    background('closing a context', () => held.transport.close())
  }

  #enqueue(one: ScheduledProbe): void {
    this.#due.push(one)
    this.#next()
  }

  #next(): void {
    while (this.#underWay < AT_ONCE) {
      const one = this.#due.shift()
      if (one === undefined) return
      if (this.#isWanted(one))
        background(
          'a probe',
          () => this.#ask(one),
          () => this.#next(),
        )
    }
  }

  #isWanted(one: ScheduledProbe): boolean {
    return !this.#stopped.signal.aborted && this.#probed.get(one.target.key) === one
  }

  async #ask(one: ScheduledProbe): Promise<void> {
    const { time, clock, probed } = this.#options
    this.#underWay++
    const startedAt = time.now()
    const { timeoutMs, intervalMs } = one.target
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeoutMs)])
    try {
      const found = await probeContext(one.transport, one.rights, signal, clock)
      if (!this.#isWanted(one)) return
      one.found = found
      probed(one.target, found, time.now() - startedAt)
    } finally {
      this.#underWay--
      if (this.#isWanted(one))
        one.cancel = time.after(intervalMs * (0.9 + 0.2 * time.random()), () => this.#enqueue(one))
    }
    this.#next()
  }
}
