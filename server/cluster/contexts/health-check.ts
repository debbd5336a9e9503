import { ForbiddenByClusterError } from '../../core/errors.ts'
import { sanitize } from '../../core/formats/sanitize.ts'
import { isObject } from '../../core/json.ts'
import type { Clock } from '../../core/clock.ts'
import type { Transport } from '../client/transport.ts'
import { detailsOf } from '../../outbound/failure-details.ts'

/** Lifetime of a successful check, and of a failed one. */
const READY_MS = 30_000
const AWAY_MS = 5_000
const TIMEOUT_MS = 3_000
const MAX_VERSION = 100

/** Health of a cluster at its last check. */
export interface ClusterHealth {
  ready: boolean
  /** Reason why the cluster is not ready. */
  reason?: string
  serverVersion?: string
  /** Milliseconds since 1970. */
  at: number
}

/** Checks a cluster's health by requesting its API server's version. Runs on demand only. */
export class ClusterHealthCheck {
  readonly #transport: Transport
  readonly #time: Clock
  readonly #clock: () => number
  #cached: { health: ClusterHealth; checkedAt: number } | undefined
  #checking: Promise<ClusterHealth> | undefined

  constructor(transport: Transport, time: Clock, clock: () => number) {
    this.#transport = transport
    this.#time = time
    this.#clock = clock
  }

  /**
   * Returns the cluster's health, at most 30 s old, or 5 s while it is not ready. Never rejects; concurrent
   * callers share one check.
   */
  async health(): Promise<ClusterHealth> {
    const cached = this.#cached
    const fresh = cached?.health.ready === true ? READY_MS : AWAY_MS
    if (cached !== undefined && this.#time.now() - cached.checkedAt < fresh) return cached.health
    this.#checking ??= this.#checkNow().finally(() => (this.#checking = undefined))
    return this.#checking
  }

  async #checkNow(): Promise<ClusterHealth> {
    const health = { ...(await this.#request()), at: this.#clock() }
    this.#cached = { health, checkedAt: this.#time.now() }
    return health
  }

  async #request(): Promise<Omit<ClusterHealth, 'at'>> {
    try {
      const serverVersion = await versionOf(this.#transport, AbortSignal.timeout(TIMEOUT_MS))
      return { ready: true, ...(serverVersion === undefined ? {} : { serverVersion }) }
    } catch (error) {
      return { ready: false, reason: detailsOf(error) }
    }
  }
}

/**
 * Returns the version of an API server (`GET /version`); undefined if it does not disclose it. Rejects with
 * an InspectorError if the API server does not respond, or rejects the credentials.
 */
export async function versionOf(transport: Transport, signal: AbortSignal): Promise<string | undefined> {
  try {
    const version = await transport.document('/version', signal)
    const gitVersion = isObject(version) ? version['gitVersion'] : undefined
    return typeof gitVersion === 'string' ? sanitize(gitVersion, MAX_VERSION) : undefined
  } catch (error) {
    // A hardened cluster denies `/version`; it is available all the same.
    if (error instanceof ForbiddenByClusterError) return undefined
    throw error
  }
}
