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
  #observed: { version: string | undefined; observedAt: number; lease: ObservedLease | undefined } | undefined
  #leadsUntil = -Infinity
  #reportedLeading = false
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
    this.#report()
    const observed = this.#observed?.lease
    if (!led || observed === undefined) return
    const spec = { ...observed.spec, holderIdentity: '', leaseDurationSeconds: 1 }
    await this.#options.lease
      .write(spec, observed.resourceVersion, AbortSignal.timeout(CALL_MS))
      .catch(() => undefined)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    const { time } = this.#options
    while (!signal.aborted) {
      await this.#try(AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)])).catch(() => {
        // The outcome of the write is unknown until the Lease is read again.
        this.#observed = this.#observed && { ...this.#observed, lease: undefined }
      })
      background('leader election', () => this.#report())
      await pause(time, RETRY_MS * (0.9 + 0.2 * time.random()), signal)
    }
  }

  async #try(signal: AbortSignal): Promise<void> {
    const { lease, time } = this.#options
    const current =
      this.leading && this.#observed?.lease !== undefined ? this.#observed.lease : await this.#observe(signal)
    if (!this.#mayAcquire(current)) return
    const requestedAt = time.now()
    const written = await lease.write(this.#renewed(current?.spec ?? {}), current?.resourceVersion, signal)
    if (written === undefined) {
      this.#observed = this.#observed && { ...this.#observed, lease: undefined }
      return
    }
    this.#observed = { version: written.resourceVersion, observedAt: requestedAt, lease: written }
    this.#leadsUntil = requestedAt + LEAD_MS
  }

  async #observe(signal: AbortSignal): Promise<ObservedLease | undefined> {
    const { lease, time } = this.#options
    const current = await lease.read(signal)
    const version = current?.resourceVersion
    const same = this.#observed !== undefined && this.#observed.version === version
    this.#observed = {
      version,
      observedAt: same && this.#observed !== undefined ? this.#observed.observedAt : time.now(),
      lease: current,
    }
    return current
  }

  /** A missing Lease is treated as held, until it has been missing for the lease duration. */
  #mayAcquire(current: ObservedLease | undefined): boolean {
    const { time, identity } = this.#options
    const holder = current?.spec.holderIdentity ?? ''
    if (current !== undefined && (holder === '' || holder === identity)) return true
    const leaseMs = Math.max(LEASE_MS, (current?.spec.leaseDurationSeconds ?? 0) * 1000)
    return this.#observed !== undefined && time.now() - this.#observed.observedAt >= leaseMs
  }

  #renewed(before: LeaseSpec): LeaseSpec {
    const { identity, clock } = this.#options
    const now = `${new Date(clock()).toISOString().slice(0, -1)}000Z`
    const isHolder = before.holderIdentity === identity
    return {
      holderIdentity: identity,
      leaseDurationSeconds: LEASE_MS / 1000,
      acquireTime: isHolder ? (before.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: (before.leaseTransitions ?? 0) + (isHolder ? 0 : 1),
    }
  }

  /** Reports a change, and checks again when the leadership would end. */
  #report(): void {
    const { time, onLeadershipChange: leads } = this.#options
    this.#cancel()
    const { leading } = this
    if (leading) this.#cancel = time.after(this.#leadsUntil - time.now() + 1, () => this.#report())
    if (leading === this.#reportedLeading) return
    this.#reportedLeading = leading
    leads(leading)
  }
}
