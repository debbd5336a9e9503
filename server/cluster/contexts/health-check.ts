import { ForbiddenByClusterError } from '../../core/errors.ts'
import type { Clock } from '../../core/clock.ts'
import type { Transport } from '../client/transport.ts'
import { detailsOf } from '../client/transport-error.ts'

/** Lifetime of a successful check, and of a failed one. */
const READY_MS = 30_000
const AWAY_MS = 5_000
const TIMEOUT_MS = 3_000

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
  #held: { standing: ClusterHealth; at: number } | undefined
  #asking: Promise<ClusterHealth> | undefined

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
    const held = this.#held
    const fresh = held?.standing.ready === true ? READY_MS : AWAY_MS
    if (held !== undefined && this.#time.now() - held.at < fresh) return held.standing
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  async #ask(): Promise<ClusterHealth> {
    const standing = { ...(await this.#found()), at: this.#clock() }
    this.#held = { standing, at: this.#time.now() }
    return standing
  }

  async #found(): Promise<Omit<ClusterHealth, 'at'>> {
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
    const { gitVersion } = (await transport.document('/version', signal)) as { gitVersion?: unknown }
    return typeof gitVersion === 'string' ? gitVersion : undefined
  } catch (error) {
    // A hardened cluster denies `/version`; it is available all the same.
    if (error instanceof ForbiddenByClusterError) return undefined
    throw error
  }
}
