import { parseDuration } from '../grammar/duration.ts'
import type { CallObserver } from '../kube/call.ts'
import { BundledCredentials, contextFrom, identityOf, type BundledContext } from '../kube/bundled.ts'
import type { ClusterContext as Connection } from '../kube/context.ts'
import type { Time } from '../kube/time.ts'
import type { Transport } from '../kube/transport.ts'
import type { Log } from '../http/log.ts'
import { Elector } from './elector.ts'
import type { LeaseAccess } from './lease.ts'
import { Prober, type ProbeTarget } from './prober.ts'
import type { ClusterContext } from './resources.ts'
import { statusFor } from './status.ts'
import { StatusWriter } from './status-writer.ts'
import type { Verdict } from './verdict.ts'

const INTERVAL_S = 60
const TIMEOUT_S = 5
/** What could not be written, or is to be written for its age alone, is looked at this often. */
const LOOK_MS = 5_000

/** What is told of what a leader does. */
export interface LeadershipObserver {
  leads(now: boolean): void
  probed(context: string, ready: boolean, seconds: number): void
  forgotten(context: string): void
  statusWritten(result: 'written' | 'conflict' | 'failed'): void
}

export interface LeadershipOptions {
  transport: Transport
  lease: LeaseAccess
  /** The Pod, as a status names it. */
  pod: string
  /** Of this process alone. */
  identity: string
  /** The cluster that the service runs in, with what the service is there. */
  home: Connection
  log: Log
  time: Time
  /** Milliseconds since 1970. */
  clock: () => number
  calls: CallObserver
  observer: LeadershipObserver
  userAgent: string
}

interface Declared {
  objects: readonly ClusterContext[]
  verdicts: ReadonlyMap<string, Verdict>
}

/** While this replica leads: probes what is declared, and writes how it stands. */
export class Leadership {
  readonly #options: LeadershipOptions
  readonly #elector: Elector
  readonly #writer: StatusWriter
  #prober: Prober | undefined
  #declared: Declared | undefined
  #cancel: () => void = () => undefined

  constructor(options: LeadershipOptions) {
    const { lease, identity, time, clock, transport, log, observer } = options
    this.#options = options
    this.#elector = new Elector({ lease, identity, time, clock, leads: (now) => this.#leads(now) })
    this.#writer = new StatusWriter({
      transport,
      log,
      clock,
      leading: () => this.#elector.leading,
      wrote: (result) => observer.statusWritten(result),
    })
  }

  start(): void {
    this.#elector.start()
  }

  /** Gives up leading, so that another replica need not wait. */
  async stop(): Promise<void> {
    await this.#elector.stop()
    this.#writer.stop()
  }

  /** Told of what is declared, and what became of it. */
  take(objects: readonly ClusterContext[], verdicts: ReadonlyMap<string, Verdict>): void {
    for (const { metadata } of this.#declared?.objects ?? [])
      if (!objects.some((one) => one.metadata.uid === metadata.uid)) this.#writer.forget(keyOf({ metadata }))
    this.#declared = { objects, verdicts }
    this.#look()
  }

  #leads(now: boolean): void {
    const { time, clock, log, calls, observer, userAgent } = this.#options
    observer.leads(now)
    log.info(now ? 'leading: probing contexts and writing their status' : 'leading no more')
    this.#prober?.stop()
    this.#prober = undefined
    if (!now) return
    this.#prober = new Prober({
      time,
      clock,
      userAgent,
      observer: calls,
      probed: ({ connection }, { reachable, credentials }, milliseconds) => {
        const ready = reachable.status === 'True' && credentials.status === 'True'
        observer.probed(connection.name, ready, milliseconds / 1000)
        this.#look()
      },
    })
    this.#look()
  }

  /** Probes what is to be probed, and writes what is to be written. */
  #look(): void {
    const { pod, clock, time, observer } = this.#options
    this.#cancel()
    const prober = this.#prober
    if (prober === undefined || this.#declared === undefined) return
    const { objects, verdicts } = this.#declared
    const targets = objects.flatMap((one) => this.#targetOf(one, verdicts.get(sourceOf(one))))
    for (const name of prober.take(targets)) observer.forgotten(name)
    for (const object of objects) {
      const verdict = verdicts.get(sourceOf(object))
      if (verdict === undefined) continue
      const key = keyOf(object)
      const status = statusFor(object, { verdict, found: prober.found(key), by: pod, now: clock() })
      if (status !== undefined) this.#writer.write(key, object, status)
    }
    this.#cancel = time.after(LOOK_MS, () => this.#look())
  }

  #targetOf(object: ClusterContext, verdict: Verdict | undefined): ProbeTarget[] {
    if (verdict?.state !== 'taken') return []
    const { interval, timeout } = object.spec.probe ?? {}
    const { context } = verdict
    return [
      {
        key: keyOf(object),
        connection: context === undefined ? this.#options.home : connectionOf(context),
        fingerprint: context === undefined ? 'home' : fingerprintOf(context),
        intervalMs: (parseDuration(interval ?? '') ?? INTERVAL_S) * 1000,
        timeoutMs: (parseDuration(timeout ?? '') ?? TIMEOUT_S) * 1000,
      },
    ]
  }
}

/** How a source of a context is called where it is a ClusterContext. */
function sourceOf({ metadata }: Pick<ClusterContext, 'metadata'>): string {
  return `ClusterContext ${keyOf({ metadata })}`
}

function keyOf({ metadata: { namespace = '', name } }: Pick<ClusterContext, 'metadata'>): string {
  return `${namespace}/${name}`
}

function connectionOf(context: BundledContext): Connection {
  return contextFrom(context, new BundledCredentials(identityOf(context), async () => undefined))
}

/** How a context stands is no part of the way to it. */
function fingerprintOf({ standing: _standing, ...context }: BundledContext): string {
  return JSON.stringify(context)
}
