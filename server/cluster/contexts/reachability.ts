import { pause, type Clock } from '../../core/clock.ts'

const PROBE_EVERY_MS = 1000
const PROBE_TIMEOUT_MS = 3000
/** Time an API server may take to start after an outage; RBAC denies everything until it is ready. */
const UNSURE_MS = 30_000

/** Result of the API server's /readyz; `untold` if this identity is not allowed to read it. */
export type Readiness = 'ready' | 'not_ready' | 'untold'

/**
 * Reachability of a context's API server. While the server is unreachable, one probe a second serves all
 * waiting callers and wakes them when it responds. After an outage a denial is not trusted until the server
 * reports that it is ready.
 */
export class Reachability {
  readonly #readiness: (signal: AbortSignal) => Promise<Readiness>
  readonly #time: Clock
  readonly #stopped = new AbortController()
  #failedAt = -Infinity
  #readyAt = -Infinity
  #requesting: Promise<Readiness> | undefined
  #back: Promise<void> | undefined

  /** `readiness` requests the API server's /readyz. */
  constructor(readiness: (signal: AbortSignal) => Promise<Readiness>, time: Clock) {
    this.#readiness = readiness
    this.#time = time
  }

  /** Records that a call got no response. */
  markUnreachable(): void {
    this.#failedAt = this.#time.now()
  }

  /** Requests the readiness now; concurrent callers share one request. */
  async readiness(): Promise<Readiness> {
    this.#requesting ??= this.#requestReadiness().finally(() => (this.#requesting = undefined))
    return this.#requesting
  }

  /**
   * Waits until the API server reports that it is ready, or until stop(). A server that does not disclose its
   * readiness counts as ready once it has had the time to start.
   */
  async waitUntilReady(): Promise<void> {
    this.#back ??= this.#probe().finally(() => (this.#back = undefined))
    await this.#back
  }

  /**
   * Whether the 403 of a call sent at `requestedAt` is trustworthy. Long after an outage it is. Soon after one,
   * only if the API server had reported ready before the call; this requests the readiness again, so that a
   * retry can be trusted.
   */
  async isDenialTrustworthy(requestedAt: number): Promise<boolean> {
    if (requestedAt - this.#failedAt > UNSURE_MS) return true
    if (this.#readyAt >= this.#failedAt && requestedAt >= this.#readyAt) return true
    await this.readiness()
    return false
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #requestReadiness(): Promise<Readiness> {
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
      if (readiness === 'not_ready') this.markUnreachable()
      else if (this.#time.now() - this.#failedAt > UNSURE_MS) return
    }
  }
}
