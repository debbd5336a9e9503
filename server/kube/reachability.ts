import { pause, type Time } from './time.ts'

const PROBE_EVERY_MS = 1000
const PROBE_TIMEOUT_MS = 3000
/** After an outage the API server may still be starting for this long, and RBAC denies everything while it does. */
const UNSURE_MS = 30_000

/** What an API server says of itself; `untold` where it answers, and this identity may not ask. */
export type Readiness = 'ready' | 'not_ready' | 'untold'

/**
 * Whether a context's API server is there. While it is not, one probe a second asks for all who wait, and wakes them when
 * it answers. After an outage its denials are doubted until it says it is ready.
 */
export class Reachability {
  readonly #readiness: (signal: AbortSignal) => Promise<Readiness>
  readonly #time: Time
  readonly #stopped = new AbortController()
  #failedAt = -Infinity
  #readyAt = -Infinity
  #asking: Promise<Readiness> | undefined
  #back: Promise<void> | undefined

  /** `readiness` asks the API server's /readyz. */
  constructor(readiness: (signal: AbortSignal) => Promise<Readiness>, time: Time) {
    this.#readiness = readiness
    this.#time = time
  }

  /** Told when a call got no answer. */
  lost(): void {
    this.#failedAt = this.#time.now()
  }

  /** Asks the API server now, once for all who want to know at the same time. */
  async readiness(): Promise<Readiness> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /**
   * Waits until the API server says it is ready, or this is stopped. One that answers and will not say is taken for ready
   * when it has had the time to start.
   */
  async back(): Promise<void> {
    this.#back ??= this.#probe().finally(() => (this.#back = undefined))
    await this.#back
  }

  /**
   * Whether the 403 to a call that was sent at `askedAt` means what it says: long after an outage it does, soon after only
   * where the API server had said before the call that it is ready. Where it says so now, asking again is worth it.
   */
  async trusts(askedAt: number): Promise<boolean> {
    if (askedAt - this.#failedAt > UNSURE_MS) return true
    if (this.#readyAt >= this.#failedAt && askedAt >= this.#readyAt) return true
    await this.readiness()
    return false
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #ask(): Promise<Readiness> {
    const readiness = await this.#readiness(
      AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
    )
    if (readiness === 'ready') this.#readyAt = this.#time.now()
    return readiness
  }

  async #probe(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await pause(this.#time, PROBE_EVERY_MS, signal)
      const readiness = await this.readiness()
      if (readiness === 'ready') return
      if (readiness === 'not_ready') this.lost()
      else if (this.#time.now() - this.#failedAt > UNSURE_MS) return
    }
  }
}
