import type { Clock } from '../../core/clock.ts'
import { NotConfiguredError, PayloadTooLargeError } from '../../core/errors.ts'
import { FairQueue } from '../../core/fair-queue.ts'
import { changeRecord } from './change-record.ts'
import { MAX_PLAIN_BYTES } from './limits.ts'
import type { Person } from './people.ts'
import { EVERYONE, type RecordKey, type RecordStore, type StoredRecord } from './record-store.ts'
import type { SettingsRecord } from './record.ts'
import { SharedReads } from './shared-reads.ts'

/** Changes of one record run one after the other, so that those of one replica do not conflict. */
const WRITES = {
  subject: 'changes of settings',
  running: 32,
  runningPerCaller: 1,
  waitingPerCaller: 512,
  waiting: 1024,
} as const

/** Reads and changes the records of people in a store. */
export class Records {
  readonly #store: RecordStore
  readonly #time: Clock
  readonly #reads: SharedReads<RecordKey, StoredRecord | undefined>
  readonly #writes = new FairQueue(WRITES)

  constructor(store: RecordStore, time: Clock) {
    this.#store = store
    this.#time = time
    this.#reads = new SharedReads((key, signal) => store.read(key, signal))
  }

  /** Returns the record of a person; an empty one if there is none, or no place for it. */
  async read(person: Person, signal: AbortSignal): Promise<SettingsRecord> {
    try {
      return recordFor(person, (await this.#reads.read(person.key, signal))?.record)
    } catch (error) {
      if (error instanceof NotConfiguredError) return recordFor(person, undefined)
      throw error
    }
  }

  /**
   * Changes the record of a person and returns the new one. `change` is repeated on the current record if another replica has
   * written meanwhile; returning the same record writes nothing. Rejects with RecordChangedError after five attempts.
   */
  async update(
    person: Person,
    signal: AbortSignal,
    change: (record: SettingsRecord) => Promise<SettingsRecord>,
  ): Promise<SettingsRecord> {
    const access = { store: this.#store, time: this.#time }
    return this.#writes.run(person.key, signal, async () =>
      changeRecord(access, person.key, signal, async (stored) => {
        const current = recordFor(person, stored?.record)
        const changed = await change(current)
        if (changed === current) return { result: current }
        requireSize(changed, current)
        return { result: changed, record: changed }
      }),
    )
  }
}

/** Returns the record as it is for a person: without the sealed fields of another account that had the same name. */
function recordFor({ key, user, subject }: Person, stored: SettingsRecord | undefined): SettingsRecord {
  if (stored === undefined) return { user, subject, plain: {}, sealed: {} }
  const isOwn = key === EVERYONE || stored.subject === subject
  return { user, subject, plain: stored.plain, sealed: isOwn ? stored.sealed : {} }
}

/** Throws PayloadTooLargeError if what is stored in clear grows over the limit. */
function requireSize({ plain }: SettingsRecord, before: SettingsRecord): void {
  const bytes = jsonBytes(plain)
  if (bytes > MAX_PLAIN_BYTES && bytes > jsonBytes(before.plain))
    throw new PayloadTooLargeError(
      `the settings would take ${bytes} bytes, and at most ${MAX_PLAIN_BYTES} are possible: delete aliases, pins or pull requests`,
    )
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
