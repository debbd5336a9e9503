import { isObject, objectIn } from '../../core/json.ts'

/** The settings of one person, as a store keeps them. */
export interface SettingsRecord {
  /** Full name of the person with the prefix of the authentication method; `everyone` for the shared record. */
  readonly user: string
  /**
   * Account of the person, which stays the same while names are used again: issuer and subject, or the uid of a
   * ServiceAccount. Empty if the authentication method knows none.
   */
  readonly subject: string
  /** Sections in clear, by name: any JSON. A store keeps sections that it does not know. */
  readonly plain: Readonly<Record<string, unknown>>
  /** Encrypted sections, by name. */
  readonly sealed: Readonly<Record<string, string>>
}

/** Returns the record in JSON from a store, which may have been edited by hand; undefined if it names no user. */
export function parseRecord(value: unknown): SettingsRecord | undefined {
  const { user, subject } = isObject(value) ? value : {}
  if (typeof user !== 'string' || user === '') return undefined
  const sealed = Object.entries(objectIn(value, 'sealed')).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return {
    user,
    subject: typeof subject === 'string' ? subject : '',
    plain: objectIn(value, 'plain'),
    sealed: Object.fromEntries(sealed),
  }
}
