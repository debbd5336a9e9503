import { pause, type Time } from '../kube/time.ts'
import type { HeldLease, LeaseAccess, LeaseSpec } from './lease.ts'

/** Others wait this long, by their own clock, after they last saw the Lease change. */
const LEASE_MS = 15_000
/** Who leads stops sooner than anyone else may begin, by its own clock from before it asked: the difference is for clocks that run unevenly. */
const LEAD_MS = 10_000
const RETRY_MS = 2_000
const CALL_MS = 5_000

export interface ElectorOptions {
  lease: LeaseAccess
  /** Of this process alone: a Pod that starts anew is somebody else. */
  identity: string
  time: Time
  /** Milliseconds since 1970; what it says is written for people and decides nothing. */
  clock: () => number
  /** Told of each change. */
  leads: (now: boolean) => void
}

/**
 * Finds the one among the replicas that leads, by a Lease. No clock of one machine is held against that of another: a Lease is
 * somebody's until it was seen not to change for as long as it is given for, as client-go's leaderelection has it. Writes carry
 * the version they go by, so of two that would begin at once one is refused.
 */
export class Elector {
  readonly #options: ElectorOptions
  readonly #stopped = new AbortController()
  #seen: { version: string | undefined; at: number; held: HeldLease | undefined } | undefined
  #leadsUntil = -Infinity
  #told = false
  #cancel: () => void = () => undefined
  #running: Promise<void> = Promise.resolve()

  constructor(options: ElectorOptions) {
    this.#options = options
  }

  /** Whether this replica leads now; it may end at any moment, and is never true for two at once. */
  get leading(): boolean {
    return this.#options.time.now() < this.#leadsUntil
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Leads no more, and gives the Lease back so that another need not wait. Rejects for nothing. */
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
        // Whether a write came through is not known: the next look says.
        this.#seen = this.#seen && { ...this.#seen, held: undefined }
      })
      this.#tell()
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

  async #look(signal: AbortSignal): Promise<HeldLease | undefined> {
    const { lease, time } = this.#options
    const held = await lease.read(signal)
    const version = held?.resourceVersion
    const same = this.#seen !== undefined && this.#seen.version === version
    this.#seen = { version, at: same && this.#seen !== undefined ? this.#seen.at : time.now(), held }
    return held
  }

  /** A Lease that is not there is somebody's too, until it was not there for as long as one is given for. */
  #mayTake(held: HeldLease | undefined): boolean {
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

  /** Says what changed, and looks again when leading would end. */
  #tell(): void {
    const { time, leads } = this.#options
    this.#cancel()
    const { leading } = this
    if (leading) this.#cancel = time.after(this.#leadsUntil - time.now() + 1, () => this.#tell())
    if (leading === this.#told) return
    this.#told = leading
    leads(leading)
  }
}
