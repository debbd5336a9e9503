import { NotConfiguredError } from '../../../core/errors.ts'
import type { RecordStore } from '../record-store.ts'

/** A store without a place for records: people have the defaults, and cannot change them. */
export class UnavailableStore implements RecordStore {
  readonly hint: string

  constructor(hint: string) {
    this.hint = hint
  }

  read(): Promise<never> {
    return this.#reject()
  }

  write(): Promise<never> {
    return this.#reject()
  }

  async #reject(): Promise<never> {
    throw new NotConfiguredError('settings cannot be kept in this installation', this.hint)
  }
}
