import { pause, withTimeLimit, type Clock } from '../../core/clock.ts'
import { ConflictError, errorMessage, HostAccountRequiredError, UnavailableError } from '../../core/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Person } from '../settings/people.ts'
import type { AccountStore } from './account-store.ts'
import { isRenewable, isValid, type HostAccount, type HostTokens } from './host-account.ts'
import { GrantRejectedError, type OAuthClient } from './oauth-client.ts'

/** Time for which one replica alone renews the tokens of a person. */
const LEASE_MS = 30_000
/** Time limit of a read or a change of a record. */
const STORE_MS = 10_000
const EXCHANGE_MS = 10_000
/** Interval at which a replica looks whether another has renewed the tokens. */
const POLL_MS = 500
/** Attempts to store new tokens, since the old ones are of no use any more, and the wait before the second. */
const SAVE_TRIES = 8
const SAVE_WAIT_MS = 125

export interface AccountTokensOptions {
  readonly store: AccountStore
  readonly oauth: Pick<OAuthClient, 'refresh' | 'revoke'>
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Pick<Log, 'warn' | 'error'>
  /** Path at which people connect. */
  readonly connectUrl: string
}

/** Result of the attempt to be the only replica that renews the tokens of a person. */
type Claim = 'granted' | 'busy' | 'gone' | HostAccount

/**
 * Valid tokens of people. They are renewed ten minutes before their end, and after the host refused one: once at a time per
 * person, by one replica, which notes that in the record first. A refresh token works once, so new tokens are stored whatever
 * becomes of the request, and before the process ends. While another replica renews them, valid tokens are used on.
 */
export class AccountTokens {
  readonly #options: AccountTokensOptions
  readonly #running = new Map<string, Promise<HostAccount | undefined>>()
  readonly #closing = new AbortController()

  constructor(options: AccountTokensOptions) {
    this.#options = options
  }

  /** Returns the account with a valid token. Rejects with HostAccountRequiredError if it has none any more. */
  async current(person: Person, account: HostAccount, signal: AbortSignal): Promise<HostAccount> {
    const now = this.#options.clock()
    const valid = isValid(account, now)
    if (valid && (account.renewAt === undefined || now < account.renewAt)) return account
    if (isRenewable(account, now)) {
      try {
        return await this.#renewed(person, account, !valid, signal)
      } catch (error) {
        // The host may be back before the token ends.
        if (!valid || signal.aborted || error instanceof HostAccountRequiredError) throw error
        return account
      }
    }
    return valid ? account : this.forget(person, account.accessToken, signal)
  }

  /** Returns the account with another token than the one that the host refused. Rejects with HostAccountRequiredError. */
  async renew(person: Person, refused: string, signal: AbortSignal): Promise<HostAccount> {
    const { account } = await this.#options.store.read(person, signal)
    if (account === undefined) throw this.#required()
    if (account.accessToken !== refused) return account
    return isRenewable(account, this.#options.clock())
      ? this.#renewed(person, account, true, signal)
      : this.forget(person, refused, signal)
  }

  /** Removes the account if it still has this token, and rejects with HostAccountRequiredError. */
  async forget(person: Person, refused: string, signal: AbortSignal): Promise<never> {
    await this.#options.store.update(person, signal, ({ account }) =>
      account?.accessToken === refused ? { account: undefined, renewingUntil: 0 } : undefined,
    )
    throw this.#required()
  }

  /** Waits for renewals in progress. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled(this.#running.values())
  }

  /** `mustChange`: the present token is of no use. */
  async #renewed(
    person: Person,
    account: HostAccount,
    mustChange: boolean,
    signal: AbortSignal,
  ): Promise<HostAccount> {
    const key = `${person.key} ${account.id} ${account.generation} ${mustChange}`
    let running = this.#running.get(key)
    if (running === undefined) {
      running = this.#renewOnce(person, account, mustChange).finally(() => this.#running.delete(key))
      this.#running.set(key, running)
    }
    const found = await orAborted(running, signal)
    if (found === undefined) throw this.#required()
    return found
  }

  async #renewOnce(
    person: Person,
    before: HostAccount,
    mustChange: boolean,
  ): Promise<HostAccount | undefined> {
    for (;;) {
      const claim = await this.#claim(person, before)
      if (claim === 'granted') return this.#exchange(person, before, mustChange)
      if (claim === 'gone') return undefined
      if (claim !== 'busy') return claim
      if (!mustChange) return before
      if (this.#closing.signal.aborted)
        throw new UnavailableError('the token of the repository host is being renewed: retry')
      await pause(this.#options.time, POLL_MS, this.#closing.signal)
    }
  }

  /** Takes the lease of a person's tokens, unless another replica has it, or has renewed them. */
  async #claim(person: Person, before: HostAccount): Promise<Claim> {
    let claim: Claim = 'busy'
    await this.#update(person, ({ account, renewingUntil }) => {
      const now = this.#options.clock()
      if (account?.id !== before.id) claim = account ?? 'gone'
      else if (account.generation !== before.generation) claim = account
      // A time that no replica wrote would block forever.
      else if (renewingUntil > now && renewingUntil <= now + LEASE_MS) claim = 'busy'
      else {
        claim = 'granted'
        return { account, renewingUntil: now + LEASE_MS }
      }
      return undefined
    }).catch((error: unknown) => {
      // Others are faster: what they did is read next.
      if (!(error instanceof ConflictError)) throw error
      claim = 'busy'
    })
    return claim
  }

  async #exchange(
    person: Person,
    before: HostAccount,
    mustChange: boolean,
  ): Promise<HostAccount | undefined> {
    const { oauth, time } = this.#options
    let tokens: HostTokens
    try {
      tokens = await withTimeLimit(time, EXCHANGE_MS, (signal) =>
        oauth.refresh(before.refreshToken ?? '', signal),
      )
    } catch (error) {
      if (error instanceof GrantRejectedError) return this.#replaceRejected(person, before, mustChange)
      // With a valid token, the next attempt is at the end of the lease.
      if (mustChange) await this.#replace(person, before, before)
      throw error
    }
    const { generation } = before
    return this.#save(person, before, { ...before, ...tokens, generation: generation + 1 })
  }

  /**
   * Handles a refresh token that the host rejects: another replica used it, or the person revoked the grant. If nobody stored a
   * newer one, a valid access token is used to its end, and the account is removed otherwise.
   */
  async #replaceRejected(
    person: Person,
    before: HostAccount,
    mustChange: boolean,
  ): Promise<HostAccount | undefined> {
    this.#options.log.warn('the host rejects the refresh token of a person', { user: person.user })
    const isUsable = !mustChange && isValid(before, this.#options.clock())
    const last = { ...before, refreshToken: undefined, renewAt: undefined }
    return this.#replace(person, before, isUsable ? last : undefined)
  }

  /** Stores new tokens. The exchange cannot be repeated, so a failure of the store is retried. */
  async #save(person: Person, before: HostAccount, account: HostAccount): Promise<HostAccount | undefined> {
    const { log, oauth, time } = this.#options
    for (let attempt = 1; ; attempt++) {
      try {
        const stored = await this.#replace(person, before, account)
        // The person disconnected meanwhile, or connected again.
        if (stored?.id !== account.id)
          await withTimeLimit(time, EXCHANGE_MS, (signal) => oauth.revoke(account.accessToken, signal))
        return stored
      } catch (error) {
        if (attempt === SAVE_TRIES) {
          log.error('renewed tokens of a person could not be stored: the person has to connect again', {
            user: person.user,
            reason: errorMessage(error),
          })
          throw error
        }
        await pause(time, SAVE_WAIT_MS * 2 ** (attempt - 1), new AbortController().signal)
      }
    }
  }

  /** Ends the lease and replaces the account, if it is still the one from before; returns the account that is stored now. */
  async #replace(
    person: Person,
    before: HostAccount,
    after: HostAccount | undefined,
  ): Promise<HostAccount | undefined> {
    let stored: HostAccount | undefined
    await this.#update(person, ({ account }) => {
      const isSame = account?.id === before.id && account.generation === before.generation
      stored = isSame ? after : account
      return isSame ? { account: after, renewingUntil: 0 } : undefined
    })
    return stored
  }

  /** Changes a record whatever becomes of the request. */
  async #update(person: Person, change: Parameters<AccountStore['update']>[2]): Promise<void> {
    const { store, time } = this.#options
    await withTimeLimit(time, STORE_MS, (signal) => store.update(person, signal, change))
  }

  #required(): HostAccountRequiredError {
    return new HostAccountRequiredError(
      'the repository host no longer accepts the connected account: connect it again',
      this.#options.connectUrl,
    )
  }
}

/** Waits for work that goes on without the request. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void =>
    reject(new UnavailableError('the token of the repository host is being renewed: retry'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
