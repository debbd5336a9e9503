import { compareVersions } from '../grammar/resource-version.ts'
import type { Batch } from './told.ts'

const MAX_CHANGES = 4096
const MAX_BYTES = 4 * 1024 * 1024
/** What a change takes beside its items. */
const OVERHEAD_BYTES = 128

/** The last changes of one kind in one scope, so that who missed some is told those: up to 4096 of them and 4 MiB. */
export class Ring {
  #batches: Batch[] = []
  #first = 0
  #start: string | undefined
  #changes = 0
  #bytes = 0
  readonly #room: () => number

  /** `room`: how many bytes it may hold now, where that is less than 4 MiB. */
  constructor(room: () => number = () => MAX_BYTES) {
    this.#room = room
  }

  /** Forgets what it holds: from this version on everything is held; without one, nothing can be gone on from. */
  begin(version: string | undefined): void {
    this.#batches = []
    this.#first = 0
    this.#changes = 0
    this.#bytes = 0
    this.#start = version
  }

  push(batch: Batch): void {
    this.#batches.push(batch)
    this.#changes += weight(batch)
    this.#bytes += bytesOf(batch)
    const room = Math.min(MAX_BYTES, this.#room())
    while (this.#changes > MAX_CHANGES || this.#bytes > room) this.#drop()
  }

  /** The batches after a position, oldest first; undefined where it is not held that far back, or within a list's gap. */
  after(position: string): readonly Batch[] | undefined {
    if (this.#start === undefined || compareVersions(position, this.#start) < 0) return undefined
    const at = this.#search(position)
    const from = this.#batches[at]?.from
    if (from !== undefined && compareVersions(position, from) > 0) return undefined
    return this.#batches.slice(at)
  }

  #drop(): void {
    const oldest = this.#batches[this.#first]
    if (oldest === undefined) return
    this.#start = oldest.version
    this.#changes -= weight(oldest)
    this.#bytes -= bytesOf(oldest)
    this.#first++
    if (this.#first < 1024 && this.#first < this.#batches.length) return
    this.#batches = this.#batches.slice(this.#first)
    this.#first = 0
  }

  /** Where the first batch after a version stands. */
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

/** A list that changed nothing is kept too: it says where nobody can go on. */
function weight({ changes }: Batch): number {
  return Math.max(1, changes.length)
}

function bytesOf({ changes }: Batch): number {
  return changes.reduce(
    (sum, { was, is }) => sum + (was?.item.length ?? 0) + (is?.item.length ?? 0) + OVERHEAD_BYTES,
    OVERHEAD_BYTES,
  )
}
