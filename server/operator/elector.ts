import { background } from '../core/background.ts'
import { pause, type Clock } from '../core/clock.ts'
import type { ObservedLease, LeaseAccess, LeaseSpec } from './lease.ts'

/** Lease duration, which other replicas count by their own clock from the last change they saw. */
const LEASE_MS = 15_000
/**
 * The leader stops earlier than any other replica may start, counted by its own clock from before the
 * request. The difference allows for clocks that run at different speeds.
 */
const LEAD_MS = 10_000
const RETRY_MS = 2_000
const CALL_MS = 5_000

export interface ElectorOptions {
  lease: LeaseAccess
  /** Unique per process: a restarted Pod is another candidate. */
  identity: string
  time: Clock
  /** Milliseconds since 1970; only displayed in the Lease, and never used for decisions. */
  clock: () => number
  /** Called on each change. */
  onLeadershipChange: (now: boolean) => void
}

/**
 * Leader election by a Lease, like client-go's leaderelection. Clocks of different machines are never
 * compared: a Lease expires for a replica when it has not seen it change for the lease duration. Writes carry
 * the resourceVersion they are based on, so of two simultaneous writes one is rejected.
 */
export class Elector {
  readonly #options: ElectorOptions
  readonly #stopped = new AbortController()
  #seen: { version: string | undefined; at: number; held: ObservedLease | undefined } | undefined
  #leadsUntil = -Infinity
  #told = false
  #cancel: () => void = () => undefined
  #running: Promise<void> = Promise.resolve()

  constructor(options: ElectorOptions) {
    this.#options = options
  }

  /** Whether this replica leads now. May end at any moment; two replicas never lead at once. */
  get leading(): boolean {
    return this.#options.time.now() < this.#leadsUntil
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Stops leading and releases the Lease, so that another replica need not wait. Never rejects. */
  async stop(): Promise<void> {
    const led = this.leading
    this.#stopped.abort()
    await this.#running
    this.#leadsUntil = -Infinity
    this.#tell()
    const held = this.#seen?.held
    if (!led || held === undefined) return
    const spec = { ...held.spec, holderIdentity: '', leaseDurationSeconds: 1 }
    await this.#options.lease
      .write(spec, held.resourceVersion, AbortSignal.timeout(CALL_MS))
      .catch(() => undefined)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    const { time } = this.#options
    while (!signal.aborted) {
      await this.#try(AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)])).catch(() => {
        // The outcome of the write is unknown until the Lease is read again.
        this.#seen = this.#seen && { ...this.#seen, held: undefined }
      })
      background('leader election', () => this.#tell())
      await pause(time, RETRY_MS * (0.9 + 0.2 * time.random()), signal)
    }
  }

  async #try(signal: AbortSignal): Promise<void> {
    const { lease, time } = this.#options
    const held = this.leading && this.#seen?.held !== undefined ? this.#seen.held : await this.#look(signal)
    if (!this.#mayTake(held)) return
    const askedAt = time.now()
    const written = await lease.write(this.#renewed(held?.spec ?? {}), held?.resourceVersion, signal)
    if (written === undefined) {
      this.#seen = this.#seen && { ...this.#seen, held: undefined }
      return
    }
    this.#seen = { version: written.resourceVersion, at: askedAt, held: written }
    this.#leadsUntil = askedAt + LEAD_MS
  }

  async #look(signal: AbortSignal): Promise<ObservedLease | undefined> {
    const { lease, time } = this.#options
    const held = await lease.read(signal)
    const version = held?.resourceVersion
    const same = this.#seen !== undefined && this.#seen.version === version
    this.#seen = { version, at: same && this.#seen !== undefined ? this.#seen.at : time.now(), held }
    return held
  }

  /** A missing Lease is treated as held, until it has been missing for the lease duration. */
  #mayTake(held: ObservedLease | undefined): boolean {
    const { time, identity } = this.#options
    const holder = held?.spec.holderIdentity ?? ''
    if (held !== undefined && (holder === '' || holder === identity)) return true
    const given = Math.max(LEASE_MS, (held?.spec.leaseDurationSeconds ?? 0) * 1000)
    return this.#seen !== undefined && time.now() - this.#seen.at >= given
  }

  #renewed(before: LeaseSpec): LeaseSpec {
    const { identity, clock } = this.#options
    const now = `${new Date(clock()).toISOString().slice(0, -1)}000Z`
    const mine = before.holderIdentity === identity
    return {
      holderIdentity: identity,
      leaseDurationSeconds: LEASE_MS / 1000,
      acquireTime: mine ? (before.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: (before.leaseTransitions ?? 0) + (mine ? 0 : 1),
    }
  }

  /** Reports a change, and checks again when the leadership would end. */
  #tell(): void {
    const { time, onLeadershipChange: leads } = this.#options
    this.#cancel()
    const { leading } = this
    if (leading) this.#cancel = time.after(this.#leadsUntil - time.now() + 1, () => this.#tell())
    if (leading === this.#told) return
    this.#told = leading
    leads(leading)
  }
}
