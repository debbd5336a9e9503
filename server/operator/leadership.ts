import { objectKey } from '../core/object-key.ts'
import { parseDuration } from '../core/formats/duration.ts'
import type { CallObserver } from '../cluster/client/api-call.ts'
import {
  ManagedCredentials,
  contextFrom,
  identityOf,
  type ManagedContext,
} from '../cluster/contexts/managed-context.ts'
import type { ClusterContext as Connection } from '../cluster/contexts/context.ts'
import type { Clock } from '../core/clock.ts'
import type { Transport } from '../cluster/client/transport.ts'
import type { Log } from '../telemetry/log.ts'
import { Elector } from './elector.ts'
import type { LeaseAccess } from './lease.ts'
import { Prober, type ProbeTarget } from './prober.ts'
import type { ClusterContext } from './resources.ts'
import { statusFor } from './status.ts'
import { StatusWriter } from './status-writer.ts'
import type { DeclarationResult } from './declaration-result.ts'

const INTERVAL_S = 60
const TIMEOUT_S = 5
/** Interval at which failed status writes are retried, and old statuses renewed. */
const LOOK_MS = 5_000

/** Receives the events of a leader, for metrics. */
export interface LeadershipObserver {
  leads(now: boolean): void
  probed(context: string, ready: boolean, seconds: number): void
  forgotten(context: string): void
  statusWritten(result: 'written' | 'conflict' | 'failed'): void
}

export interface LeadershipOptions {
  transport: Transport
  lease: LeaseAccess
  /** The Pod, as named in a status. */
  pod: string
  /** Unique per process. */
  identity: string
  /** The cluster that the service runs in, with the service's own credentials. */
  home: Connection
  log: Log
  time: Clock
  /** Milliseconds since 1970. */
  clock: () => number
  calls: CallObserver
  observer: LeadershipObserver
  userAgent: string
  /** Called whenever this replica becomes the leader, or is no longer. */
  changed?: (leading: boolean) => void
}

interface Declared {
  objects: readonly ClusterContext[]
  verdicts: ReadonlyMap<string, DeclarationResult>
}

/** The work of the leader: probes the declared contexts and writes their status. */
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
    this.#elector = new Elector({
      lease,
      identity,
      time,
      clock,
      onLeadershipChange: (now) => this.#leads(now),
    })
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

  /** Releases the leadership, so that another replica need not wait. */
  async stop(): Promise<void> {
    await this.#elector.stop()
    this.#writer.stop()
  }

  /** Replaces the declarations and their results. */
  update(objects: readonly ClusterContext[], verdicts: ReadonlyMap<string, DeclarationResult>): void {
    for (const { metadata } of this.#declared?.objects ?? [])
      if (!objects.some((object) => object.metadata.uid === metadata.uid))
        this.#writer.forget(objectKey(metadata))
    this.#declared = { objects, verdicts }
    this.#probeAll()
  }

  #leads(now: boolean): void {
    const { time, clock, log, calls, observer, userAgent } = this.#options
    observer.leads(now)
    this.#options.changed?.(now)
    log.info(now ? 'became the leader: probing contexts and writing their status' : 'lost leadership')
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
        this.#probeAll()
      },
    })
    this.#probeAll()
  }

  /** Updates the probes and writes the statuses that are due. */
  #probeAll(): void {
    const { pod, clock, time, observer } = this.#options
    this.#cancel()
    const prober = this.#prober
    if (prober === undefined || this.#declared === undefined) return
    // Looked at again even where something of this fails.
    this.#cancel = time.after(LOOK_MS, () => this.#probeAll())
    const { objects, verdicts } = this.#declared
    const targets = objects.flatMap((object) => this.#targetOf(object, verdicts.get(sourceOf(object))))
    for (const name of prober.update(targets)) observer.forgotten(name)
    for (const object of objects) {
      const verdict = verdicts.get(sourceOf(object))
      if (verdict === undefined) continue
      const key = objectKey(object.metadata)
      const status = statusFor(object, { verdict, found: prober.found(key), by: pod, now: clock() })
      if (status !== undefined) this.#writer.write(key, object, status)
    }
  }

  #targetOf(object: ClusterContext, verdict: DeclarationResult | undefined): ProbeTarget[] {
    if (verdict?.state !== 'accepted') return []
    const { interval, timeout } = object.spec.probe ?? {}
    const { context } = verdict
    return [
      {
        key: objectKey(object.metadata),
        connection: context === undefined ? this.#options.home : connectionOf(context),
        fingerprint: context === undefined ? 'home' : fingerprintOf(context),
        intervalMs: (parseDuration(interval ?? '') ?? INTERVAL_S) * 1000,
        timeoutMs: (parseDuration(timeout ?? '') ?? TIMEOUT_S) * 1000,
      },
    ]
  }
}

/** Returns the source name of a ClusterContext. */
function sourceOf({ metadata }: Pick<ClusterContext, 'metadata'>): string {
  return `ClusterContext ${objectKey(metadata)}`
}

function connectionOf(context: ManagedContext): Connection {
  return contextFrom(context, new ManagedCredentials(identityOf(context), async () => undefined))
}

/** The reported health is not part of a connection's identity. */
function fingerprintOf({ standing: _standing, ...context }: ManagedContext): string {
  return JSON.stringify(context)
}
