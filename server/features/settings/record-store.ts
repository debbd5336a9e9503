import { ConflictError } from '../../core/errors.ts'
import type { SettingsRecord } from './record.ts'

/** Key of the record that callers without a name of their own share. */
export const EVERYONE = 'everyone'

/** Key of the configuration of the notifications. */
export const NOTIFICATIONS = 'notifications'

/** Key of the state of their alerts. */
export const ALERTS = 'notification-alerts'

/** Key of a record, which is also a valid name of an object: of a person `u-` and 40 hexadecimal digits. */
export type RecordKey = typeof EVERYONE | typeof NOTIFICATIONS | typeof ALERTS | `u-${string}`

/** A record with the version it was read at. */
export interface StoredRecord {
  readonly record: SettingsRecord
  /** Opaque; it changes with every write of the record. */
  readonly version: string
}

/** The record was written, created or removed by another request since it was read. */
export class RecordChangedError extends ConflictError {
  constructor() {
    super('the settings were changed by other requests at the same time: send the request again')
  }
}

/**
 * Keeps one record per person. Both functions reject with NotConfiguredError if the installation has no place for records:
 * reads of settings then give the defaults.
 */
export interface RecordStore {
  /** Returns the current record with its version, as every earlier write left it; undefined if there is none. */
  read(key: RecordKey, signal: AbortSignal): Promise<StoredRecord | undefined>
  /**
   * Writes the whole record and returns its new version. `version` is the one that was read, undefined to create the
   * record. Rejects with RecordChangedError if the record has another version, exists already, or is gone.
   */
  write(
    key: RecordKey,
    record: SettingsRecord,
    version: string | undefined,
    signal: AbortSignal,
  ): Promise<string>
}
