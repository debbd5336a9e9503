import type { AuditEntry } from '../api/schemas/audit.ts'

/** Number of entries that `GET /api/audit` returns at most. */
const MAX_ENTRIES = 1000

interface Numbered {
  readonly number: number
  readonly entry: AuditEntry
}

/**
 * The last entries of the audit log. Writes (with reads of secret values) and other entries may fill it alone, but neither pushes out the last 500
 * of the other: an entry that finds no room takes that of the oldest of the larger part.
 */
export class RecentEntries {
  readonly #writes: Numbered[] = []
  readonly #others: Numbered[] = []
  #number = 0

  add(entry: AuditEntry): void {
    const part = entry.event === 'write' || entry.event === 'disclosure' ? this.#writes : this.#others
    part.push({ number: this.#number++, entry })
    if (this.#writes.length + this.#others.length <= MAX_ENTRIES) return
    const larger = this.#writes.length > this.#others.length ? this.#writes : this.#others
    larger.shift()
  }

  /** Returns the entries, newest first. */
  newestFirst(): AuditEntry[] {
    return [...this.#writes, ...this.#others].sort((a, b) => b.number - a.number).map(({ entry }) => entry)
  }
}
