import type { HostCredential } from '../repohost/host/host-credential.ts'
import type { Person } from '../settings/people.ts'
import type { AccountTokens } from './account-tokens.ts'
import type { HostAccount } from './host-account.ts'

/** The connected account of a person as a credential, for one request. */
export class PersonCredential implements HostCredential {
  readonly via = 'app-user'
  readonly scheme = 'Bearer'
  readonly #tokens: AccountTokens
  readonly #person: Person
  #account: HostAccount

  constructor(tokens: AccountTokens, person: Person, account: HostAccount) {
    this.#tokens = tokens
    this.#person = person
    this.#account = account
  }

  async token(signal: AbortSignal): Promise<string> {
    this.#account = await this.#tokens.current(this.#person, this.#account, signal)
    return this.#account.accessToken
  }

  /** Returns a key of the connection: after another one, nothing of its cache is read. */
  key(): string {
    return `account ${this.#account.id}`
  }

  readonly renew = async (refused: string, signal: AbortSignal): Promise<string> => {
    // Another request of the same time may have renewed it.
    if (this.#account.accessToken === refused)
      this.#account = await this.#tokens.renew(this.#person, refused, signal)
    return this.#account.accessToken
  }

  readonly forget = async (refused: string, signal: AbortSignal): Promise<never> =>
    this.#tokens.forget(this.#person, refused, signal)
}
