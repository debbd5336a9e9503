import { Denied } from '../errors.ts'
import type { Time } from './time.ts'
import type { Transport } from './transport.ts'
import { detailsOf } from './unreachable.ts'

/** What was found holds this long; what was not there is looked for again sooner. */
const READY_MS = 30_000
const AWAY_MS = 5_000
const TIMEOUT_MS = 3_000

/** How a cluster answered when it was asked last. */
export interface Standing {
  ready: boolean
  /** Why it is not ready. */
  reason?: string
  serverVersion?: string
  /** Milliseconds since 1970. */
  at: number
}

/** Asks a cluster's API server for its version, now and then, for those who want to know how a context stands. */
export class Probe {
  readonly #transport: Transport
  readonly #time: Time
  readonly #clock: () => number
  #held: { standing: Standing; at: number } | undefined
  #asking: Promise<Standing> | undefined

  constructor(transport: Transport, time: Time, clock: () => number) {
    this.#transport = transport
    this.#time = time
    this.#clock = clock
  }

  /** How the cluster stands, at most 30 s old; rejects for nothing. One question is under way, however many ask. */
  async standing(): Promise<Standing> {
    const held = this.#held
    const fresh = held?.standing.ready === true ? READY_MS : AWAY_MS
    if (held !== undefined && this.#time.now() - held.at < fresh) return held.standing
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  async #ask(): Promise<Standing> {
    const standing = { ...(await this.#found()), at: this.#clock() }
    this.#held = { standing, at: this.#time.now() }
    return standing
  }

  async #found(): Promise<Omit<Standing, 'at'>> {
    try {
      const serverVersion = await versionOf(this.#transport, AbortSignal.timeout(TIMEOUT_MS))
      return { ready: true, ...(serverVersion === undefined ? {} : { serverVersion }) }
    } catch (error) {
      return { ready: false, reason: detailsOf(error) }
    }
  }
}

/**
 * The version of an API server (`GET /version`), undefined where it does not say. Rejects with an InspectorError where it does
 * not answer, or does not take the credentials.
 */
export async function versionOf(transport: Transport, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { gitVersion } = (await transport.document('/version', signal)) as { gitVersion?: unknown }
    return typeof gitVersion === 'string' ? gitVersion : undefined
  } catch (error) {
    // A hardened cluster keeps its version to itself; it is there all the same.
    if (error instanceof Denied) return undefined
    throw error
  }
}
