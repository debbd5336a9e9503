import { pause, type Clock } from '../../core/clock.ts'
import { RecordChangedError, type RecordKey, type RecordStore, type StoredRecord } from './record-store.ts'
import type { SettingsRecord } from './record.ts'

/** Attempts of a change before it is given up, while other replicas write the same record. */
const TRIES = 5
/** Longest wait before the second attempt; it doubles with each further one. */
const WAIT_MS = 20

/** The result of a change, and the record to write; without a record, nothing is written. */
export interface RecordChange<T> {
  readonly result: T
  readonly record?: SettingsRecord
}

/**
 * Changes a record and returns the result. `change` is repeated on the current record if another replica has written meanwhile.
 * Rejects with RecordChangedError after five attempts, and like the store and `change`.
 */
export async function changeRecord<T>(
  { store, time }: { readonly store: RecordStore; readonly time: Clock },
  key: RecordKey,
  signal: AbortSignal,
  change: (stored: StoredRecord | undefined) => Promise<RecordChange<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const stored = await store.read(key, signal)
    const { result, record } = await change(stored)
    if (record === undefined) return result
    try {
      await store.write(key, record, stored?.version, signal)
      return result
    } catch (error) {
      if (!(error instanceof RecordChangedError) || attempt === TRIES) throw error
    }
    await pause(time, WAIT_MS * 2 ** (attempt - 1) * time.random(), signal)
  }
}
