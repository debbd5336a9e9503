import { pause, type Time } from './time.ts'

const PROBE_EVERY_MS = 1000
const PROBE_TIMEOUT_MS = 3000
/** After an outage the API server may still be starting for this long, and RBAC denies everything while it does. */
const UNSURE_MS = 30_000

/**
 * Whether a context's API server is there. While it is not, one probe a second asks for all who wait, and wakes them when
 * it answers. After an outage its denials are doubted until it says it is ready.
 */
export class Reachability {
  readonly #ready: (signal: AbortSignal) => Promise<boolean>
  readonly #time: Time
  readonly #stopped = new AbortController()
  #failedAt = -Infinity
  #back: Promise<void> | undefined

  /** `ready` asks the API server's /readyz. */
  constructor(ready: (signal: AbortSignal) => Promise<boolean>, time: Time) {
    this.#ready = ready
    this.#time = time
  }

  /** Told when a call got no answer. */
  lost(): void {
    this.#failedAt = this.#time.now()
  }

  /** Waits until the API server says it is ready, or this is stopped. */
  async back(): Promise<void> {
    this.#back ??= this.#probe().finally(() => (this.#back = undefined))
    await this.#back
  }

  /** Whether a 403 means what it says: long after an outage it does, soon after only once the API server is ready. */
  async trusted(): Promise<boolean> {
    if (this.#time.now() - this.#failedAt > UNSURE_MS) return true
    return this.#ready(AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]))
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #probe(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await pause(this.#time, PROBE_EVERY_MS, signal)
      if (await this.#ready(AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]))) return
      this.lost()
    }
  }
}
