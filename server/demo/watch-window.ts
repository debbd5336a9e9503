import type { Change, Revision } from './change.ts'

/** The last changes of one kind, as the API server's watch cache keeps them. */
export class WatchWindow {
  private readonly capacity: number
  private changes: Change[] = []
  /** The version of the oldest change in the history. */
  oldest = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  add(change: Change): void {
    this.changes.push(change)
    // The history is cut rarely and by half, so that adding a change is cheap on average.
    if (this.changes.length > this.capacity * 2) {
      this.changes = this.changes.slice(-this.capacity)
      this.oldest = this.changes[0]?.version ?? this.oldest
    }
  }

  since(version: number): readonly Change[] {
    let low = 0
    let high = this.changes.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.changes[middle]?.version ?? 0) > version) high = middle
      else low = middle + 1
    }
    return this.changes.slice(low)
  }

  /** Returns key and revision of every row at an earlier version, in key order. */
  rewind(rows: ReadonlyMap<string, Revision>, version: number): [string, Revision][] {
    const then = new Map(rows)
    for (const change of this.since(version).toReversed()) {
      if (change.previous === undefined) then.delete(change.key)
      else then.set(change.key, change.previous)
    }
    return [...then].sort(([left], [right]) => (left < right ? -1 : 1))
  }

  clear(oldest: number): void {
    this.changes = []
    this.oldest = oldest
  }
}
