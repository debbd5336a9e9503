import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { writeAtomically } from '../../../core/atomic-write.ts'
import { errorMessage, UnavailableError } from '../../../core/errors.ts'
import { isObject } from '../../../core/json.ts'
import type { Log } from '../../../telemetry/log.ts'
import { RecordChangedError, type RecordKey, type RecordStore, type StoredRecord } from '../record-store.ts'
import { parseRecord, type SettingsRecord } from '../record.ts'
import { LockFile } from './lock-file.ts'

const KEY = /^(?:everyone|notifications|notification-alerts|u-[0-9a-f]{40})$/

/** The file of settings is not one that this service wrote. */
export class StateFileError extends Error {}

/**
 * Records in one JSON file, outside of a cluster. One process has the file: a lock file beside it names the process. Each write
 * replaces the whole file atomically, so a crash leaves the old or the new state.
 */
export class FileStore implements RecordStore {
  readonly #path: string
  readonly #lock: LockFile
  readonly #log: Log
  #records: ReadonlyMap<RecordKey, StoredRecord>
  /** The last write. Writes run one after the other. */
  #last: Promise<unknown> = Promise.resolve()

  private constructor(
    path: string,
    { lock, log, records }: { lock: LockFile; log: Log; records: ReadonlyMap<RecordKey, StoredRecord> },
  ) {
    this.#path = path
    this.#lock = lock
    this.#log = log
    this.#records = records
  }

  /** Takes the lock and reads the file. Rejects with LockedError, with StateFileError, and if the folder is not usable. */
  static async open(path: string, log: Log): Promise<FileStore> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const lock = await LockFile.take(`${path}.lock`)
    try {
      await removeUnfinished(path)
      return new FileStore(path, { lock, log, records: await readRecords(path) })
    } catch (error) {
      await lock.release()
      throw error
    }
  }

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
    const passed = structuredClone(record)
    const writing = this.#last.then(() => this.#write(key, passed, version, signal))
    this.#last = writing.catch(() => undefined)
    return writing
  }

  /** Waits for the last write, and releases the lock. */
  async close(): Promise<void> {
    await this.#last
    await this.#lock.release()
  }

  async #write(
    key: RecordKey,
    record: SettingsRecord,
    version: string | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    signal.throwIfAborted()
    const before = this.#records.get(key)
    if (before?.version !== version) throw new RecordChangedError()
    const written = String(Number(version ?? 0) + 1)
    const records = new Map(this.#records).set(key, { record, version: written })
    try {
      if (!(await this.#lock.isOwn())) throw new Error('the lock file is gone, or that of another process')
      await writeAtomically(this.#path, serialized(records), 0o600)
    } catch (error) {
      this.#log.warn('settings could not be written', { file: this.#path, reason: errorMessage(error) })
      throw new UnavailableError('the settings could not be written; the log of the service has the reason')
    }
    this.#records = records
    return written
  }
}

function serialized(records: ReadonlyMap<RecordKey, StoredRecord>): string {
  const entries = [...records].map(([key, { record, version }]) => [key, { version, ...record }])
  return `${JSON.stringify({ records: Object.fromEntries(entries) }, null, 1)}\n`
}

async function readRecords(path: string): Promise<ReadonlyMap<RecordKey, StoredRecord>> {
  const content = parsed(
    await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{"records":{}}'
      throw error
    }),
  )
  if (!isObject(content) || !isObject(content['records']))
    throw new StateFileError('it is not a file of settings: repair or remove it')
  return new Map(
    Object.entries(content['records']).map(([key, value]) => {
      const record = parseRecord(value)
      const { version } = isObject(value) ? value : {}
      if (!isKey(key) || record === undefined || typeof version !== 'string' || !/^\d{1,15}$/.test(version))
        throw new StateFileError('it has a record that is not valid: repair or remove it')
      return [key, { record, version }]
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StateFileError('it is not JSON: repair or remove it')
  }
}

function isKey(text: string): text is RecordKey {
  return KEY.test(text)
}

/** Removes what a crash in the middle of a write has left beside the file. */
async function removeUnfinished(path: string): Promise<void> {
  const folder = dirname(path)
  const name = basename(path)
  for (const entry of await readdir(folder))
    if (entry.startsWith(`${name}.`) && /^[0-9a-f]{12}$/.test(entry.slice(name.length + 1)))
      await rm(join(folder, entry), { force: true })
}
