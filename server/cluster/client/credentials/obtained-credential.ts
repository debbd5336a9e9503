import { background } from '../../../core/background.ts'
import type { CredentialOptions, CredentialProvider, UserCredential } from './provider.ts'

/** Delay after a failure and between renewals that 401s cause; it doubles each time. */
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000
/** A credential that lasted this long before a 401 is renewed at once. */
const LASTED_MS = 60_000

/** A credential with its lifetime in milliseconds since 1970; undefined: it does not expire. */
export interface Obtained {
  readonly credential: UserCredential
  readonly lifetime: { readonly refreshAt: number; readonly expiresAt: number } | undefined
}

/**
 * A credential that is obtained by a plugin or from an issuer. All who wait share one call; shortly before the expiry the
 * next credential is obtained in the background. After a failure callers get its error for 1 s, doubling up to 30 s, and
 * renewals after 401s have the same intervals.
 */
export class ObtainedCredential implements CredentialProvider {
  readonly #obtain: () => Promise<Obtained>
  readonly #options: Pick<CredentialOptions, 'now' | 'time'>
  #last: Obtained | undefined
  #isRejected = false
  #obtaining: Promise<void> | undefined
  #failure: { readonly error: unknown; readonly until: number; readonly delay: number } | undefined
  #renewal = { at: -Infinity, delay: 0 }

  /** `obtain` throws CredentialsError. `initial` is a credential that is available already. */
  constructor(
    obtain: () => Promise<Obtained>,
    options: Pick<CredentialOptions, 'now' | 'time'>,
    initial?: Obtained,
  ) {
    this.#obtain = obtain
    this.#options = options
    this.#last = initial
  }

  async current(): Promise<UserCredential> {
    const last = this.#usable()
    if (last === undefined) return this.#next()
    const isDue = last.lifetime !== undefined && this.#options.now() >= last.lifetime.refreshAt
    if (isDue && !this.#isBackedOff()) background('a refresh of credentials', () => this.#refresh())
    return last.credential
  }

  async renew(): Promise<void> {
    const now = this.#options.time.now()
    const { at, delay } = this.#renewal
    if (now - at < delay) return
    const lasted = now - at - delay >= LASTED_MS
    this.#renewal = { at: now, delay: lasted ? FIRST_DELAY_MS : doubled(delay) }
    this.#isRejected = true
    await this.#next()
  }

  #usable(): Obtained | undefined {
    const last = this.#last
    if (last === undefined || this.#isRejected) return undefined
    return last.lifetime === undefined || this.#options.now() < last.lifetime.expiresAt ? last : undefined
  }

  /** Waits for the next credential; throws the last failure while it is backed off. */
  async #next(): Promise<UserCredential> {
    if (this.#obtaining === undefined && this.#failure !== undefined && this.#isBackedOff())
      throw this.#failure.error
    await this.#load()
    if (this.#last === undefined) throw new Error('no credential was obtained')
    return this.#last.credential
  }

  #isBackedOff(): boolean {
    return this.#failure !== undefined && this.#options.time.now() < this.#failure.until
  }

  async #load(): Promise<void> {
    this.#obtaining ??= this.#attempt().finally(() => (this.#obtaining = undefined))
    return this.#obtaining
  }

  /** Obtains the next credential; a failure is logged by its provider and matters only at the expiry. */
  async #refresh(): Promise<void> {
    await this.#load().catch(() => undefined)
  }

  async #attempt(): Promise<void> {
    try {
      this.#last = await this.#obtain()
      this.#isRejected = false
      this.#failure = undefined
    } catch (error) {
      const delay = doubled(this.#failure?.delay ?? 0)
      this.#failure = { error, until: this.#options.time.now() + delay, delay }
      throw error
    }
  }
}

function doubled(delay: number): number {
  return Math.min(Math.max(2 * delay, FIRST_DELAY_MS), LONGEST_DELAY_MS)
}
