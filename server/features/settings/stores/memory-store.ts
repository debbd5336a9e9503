import { RecordChangedError, type RecordKey, type RecordStore, type StoredRecord } from '../record-store.ts'
import type { SettingsRecord } from '../record.ts'

/** Records of the demo: they end with the process. */
export class MemoryStore implements RecordStore {
  readonly #records = new Map<RecordKey, StoredRecord>()
  #writes = 0

  async read(key: RecordKey, signal: AbortSignal): Promise<StoredRecord | undefined> {
    signal.throwIfAborted()
    return this.#records.get(key)
  }

  async write(
    key: RecordKey,
    record: SettingsRecord,
    version: string | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    signal.throwIfAborted()
    if (this.#records.get(key)?.version !== version) throw new RecordChangedError()
    const written = String(++this.#writes)
    this.#records.set(key, { record: structuredClone(record), version: written })
    return written
  }
}
