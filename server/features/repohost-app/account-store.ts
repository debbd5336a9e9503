import type { Person } from '../settings/people.ts'
import type { Records } from '../settings/records.ts'
import type { SettingsRecord } from '../settings/record.ts'
import type { Seal } from '../settings/seal.ts'
import { parseAccount, type HostAccount } from './host-account.ts'

/** Name of the sealed field with the account. */
const ACCOUNT = 'hostAccount'
/** Name of the plain field with the time until which one replica renews its tokens. */
const RENEWING = 'hostAccountRefreshingUntil'

/** The account of a person as it is stored. */
export interface AccountState {
  readonly account: HostAccount | undefined
  /** Present if one is there and cannot be decrypted. */
  readonly reason?: string
  /** Time until which a replica renews the tokens; 0: none does. */
  readonly renewingUntil: number
}

/** A change of the account; undefined changes nothing. */
export type AccountChange = Pick<AccountState, 'account' | 'renewingUntil'> | undefined

/** The host and the OAuth client that accounts are for; those of others read as absent. */
export interface AccountBinding {
  readonly issuer: string
  readonly clientId: string
}

interface Parts {
  readonly records: Records
  readonly seal: Seal
  readonly binding: AccountBinding
}

/** Accounts of people at the host, in their records. They are sealed, and bound to the person, the host and the client. */
export class AccountStore {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async read(person: Person, signal: AbortSignal): Promise<AccountState> {
    return this.#stateOf(person, await this.#parts.records.read(person, signal))
  }

  /**
   * Changes the account. `change` is repeated on the current state if another replica has written meanwhile; what it returned
   * last was written. Rejects with RecordChangedError after five attempts.
   */
  async update(
    person: Person,
    signal: AbortSignal,
    change: (state: AccountState) => AccountChange,
  ): Promise<void> {
    await this.#parts.records.update(person, signal, async (record) => {
      const changed = change(await this.#stateOf(person, record))
      return changed === undefined ? record : this.#recordWith(person, record, changed)
    })
  }

  async #stateOf({ key, subject }: Person, { plain, sealed }: SettingsRecord): Promise<AccountState> {
    const renewing: unknown = plain[RENEWING]
    const until = typeof renewing === 'string' ? Date.parse(renewing) : 0
    const renewingUntil = Number.isNaN(until) ? 0 : until
    const text = sealed[ACCOUNT]
    if (text === undefined) return { account: undefined, renewingUntil }
    const opened = await this.#parts.seal.open({ record: key, field: ACCOUNT }, text)
    if ('reason' in opened) return { account: undefined, reason: opened.reason, renewingUntil }
    const account = parseAccount(opened.content)
    const { issuer, clientId } = this.#parts.binding
    const isOwn = account?.issuer === issuer && account.clientId === clientId && account.subject === subject
    return { account: isOwn ? account : undefined, renewingUntil }
  }

  async #recordWith(
    { key }: Person,
    record: SettingsRecord,
    { account, renewingUntil }: NonNullable<AccountChange>,
  ): Promise<SettingsRecord> {
    const { [ACCOUNT]: _account, ...sealed } = record.sealed
    const { [RENEWING]: _until, ...plain } = record.plain
    const place = { record: key, field: ACCOUNT }
    return {
      ...record,
      plain: renewingUntil === 0 ? plain : { ...plain, [RENEWING]: new Date(renewingUntil).toISOString() },
      sealed:
        account === undefined
          ? sealed
          : { ...sealed, [ACCOUNT]: await this.#parts.seal.seal(place, JSON.stringify(account)) },
    }
  }
}
