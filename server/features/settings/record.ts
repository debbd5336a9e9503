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

/** Returns the record in JSON from a store, without what an edit by hand made invalid; undefined if it is no object. */
export function parseRecord(value: unknown): SettingsRecord | undefined {
  if (!isObject(value)) return undefined
  const { user, subject } = value
  const sealed = Object.entries(objectIn(value, 'sealed')).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return {
    user: typeof user === 'string' ? user : '',
    subject: typeof subject === 'string' ? subject : '',
    plain: objectIn(value, 'plain'),
    sealed: Object.fromEntries(sealed),
  }
}
