import { compareVersions } from '../core/formats/resource-version.ts'
import type { MemoryAccount } from '../core/memory-ledger.ts'
import type { ChangeBatch } from './object-change.ts'

const MAX_CHANGES = 4096
const MAX_BYTES = 4 * 1024 * 1024
/** Estimated size of a change besides its items. */
const OVERHEAD_BYTES = 128

/**
 * Replay buffer: the last changes of one kind and scope, for subscribers that missed some. Holds up to 4096
 * changes and 4 MiB.
 */
export class ReplayBuffer {
  #batches: ChangeBatch[] = []
  #first = 0
  #start: string | undefined
  #changes = 0
  #bytes = 0
  readonly #maxBytes: () => number
  readonly #account: Pick<MemoryAccount, 'add' | 'remove'>

  /** `maxBytes`: a lower limit in bytes, evaluated on each change. `account`: the memory of all replay buffers. */
  constructor(account: Pick<MemoryAccount, 'add' | 'remove'>, maxBytes: () => number = () => MAX_BYTES) {
    this.#account = account
    this.#maxBytes = maxBytes
  }

  /** Bytes of the changes in the buffer. */
  get bytes(): number {
    return this.#bytes
  }

  /** Clears the buffer, which then covers changes after this version; without a version it covers none. */
  begin(version: string | undefined): void {
    this.#account.remove(this.#bytes)
    this.#batches = []
    this.#first = 0
    this.#changes = 0
    this.#bytes = 0
    this.#start = version
  }

  push(batch: ChangeBatch): void {
    this.#batches.push(batch)
    this.#changes += weight(batch)
    const bytes = bytesOf(batch)
    this.#bytes += bytes
    this.#account.add(bytes)
    const limit = Math.min(MAX_BYTES, this.#maxBytes())
    while (this.#changes > MAX_CHANGES || this.#bytes > limit) this.#drop()
  }

  /**
   * Returns the batches after a version, oldest first; undefined if the version is older than the buffer, or
   * lies within the gap of a list.
   */
  after(position: string): readonly ChangeBatch[] | undefined {
    if (this.#start === undefined || compareVersions(position, this.#start) < 0) return undefined
    const index = this.#search(position)
    const from = this.#batches[index]?.from
    if (from !== undefined && compareVersions(position, from) > 0) return undefined
    return this.#batches.slice(index)
  }

  /** Drops the older half of the changes. */
  halve(): void {
    const half = Math.floor(this.#bytes / 2)
    while (this.#bytes > half) this.#drop()
  }

  #drop(): void {
    const oldest = this.#batches[this.#first]
    if (oldest === undefined) return
    this.#start = oldest.version
    this.#changes -= weight(oldest)
    const bytes = bytesOf(oldest)
    this.#bytes -= bytes
    this.#account.remove(bytes)
    this.#first++
    if (this.#first < 1024 && this.#first < this.#batches.length) return
    this.#batches = this.#batches.slice(this.#first)
    this.#first = 0
  }

  /** Returns the index of the first batch after a version. */
  #search(version: string): number {
    let [low, high] = [this.#first, this.#batches.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const found = this.#batches[middle]
      if (found !== undefined && compareVersions(found.version, version) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A list without changes counts as one, since it still marks a gap that cannot be resumed within. */
function weight({ changes }: ChangeBatch): number {
  return Math.max(1, changes.length)
}

function bytesOf({ changes }: ChangeBatch): number {
  return changes.reduce(
    (sum, { before: was, after: is }) =>
      sum + (was?.item.length ?? 0) + (is?.item.length ?? 0) + OVERHEAD_BYTES,
    OVERHEAD_BYTES,
  )
}
