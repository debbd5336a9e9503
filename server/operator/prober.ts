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
  #running = 0

  constructor(options: ProberOptions) {
    this.#options = options
  }

  /** Replaces the targets, and probes new or changed ones at once; returns the removed contexts. */
  update(targets: readonly ProbeTarget[]): string[] {
    const byKey = new Map(targets.map((target) => [target.key, target]))
    const removed = [...this.#probed.values()]
      .map(({ target }) => target)
      .filter(({ key }) => !byKey.has(key))
    for (const { key } of removed) this.#forget(key)
    for (const target of targets) {
      const existing = this.#probed.get(target.key)
      if (existing?.target.fingerprint === target.fingerprint) {
        existing.target = target
        continue
      }
      this.#forget(target.key)
      const transport = new Transport(target.connection, this.#options.observer, this.#options.userAgent)
      const rights = new RulesReviewCache(transport, reviewBy(transport), this.#options.time)
      const probe: ScheduledProbe = { target, transport, rights, found: undefined, cancel: () => undefined }
      this.#probed.set(target.key, probe)
      this.#enqueue(probe)
    }
    return removed.map(({ connection }) => connection.name)
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
    const probe = this.#probed.get(key)
    if (probe === undefined) return
    this.#probed.delete(key)
    probe.cancel()
    background('closing a context', () => probe.transport.close())
  }

  #enqueue(probe: ScheduledProbe): void {
    this.#due.push(probe)
    this.#next()
  }

  #next(): void {
    while (this.#running < AT_ONCE) {
      const probe = this.#due.shift()
      if (probe === undefined) return
      if (this.#isCurrent(probe))
        background(
          'a probe',
          () => this.#probe(probe),
          () => this.#next(),
        )
    }
  }

  #isCurrent(probe: ScheduledProbe): boolean {
    return !this.#stopped.signal.aborted && this.#probed.get(probe.target.key) === probe
  }

  async #probe(probe: ScheduledProbe): Promise<void> {
    const { time, clock, probed } = this.#options
    this.#running++
    const startedAt = time.now()
    const { timeoutMs, intervalMs } = probe.target
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeoutMs)])
    try {
      const found = await probeContext(probe.transport, probe.rights, signal, clock)
      if (!this.#isCurrent(probe)) return
      probe.found = found
      probed(probe.target, found, time.now() - startedAt)
    } finally {
      this.#running--
      if (this.#isCurrent(probe))
        probe.cancel = time.after(intervalMs * (0.9 + 0.2 * time.random()), () => this.#enqueue(probe))
    }
    this.#next()
  }
}
