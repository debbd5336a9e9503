import { Revision, type Change } from './change.ts'
import { WatchWindow } from './watch-window.ts'
import { type Kind, kinds } from './kinds.ts'
import type { KubeObject } from './object.ts'

type Listener = (change: Change) => void

class Table {
  readonly rows = new Map<string, Revision>()
  readonly listeners = new Set<Listener>()
  readonly history: WatchWindow
  private sorted: string[] | undefined

  constructor(capacity: number) {
    this.history = new WatchWindow(capacity)
  }

  put(key: string, revision: Revision): void {
    if (!this.rows.has(key)) this.sorted = undefined
    this.rows.set(key, revision)
  }

  remove(key: string): void {
    if (this.rows.delete(key)) this.sorted = undefined
  }

  keys(): readonly string[] {
    this.sorted ??= [...this.rows.keys()].sort()
    return this.sorted
  }
}

/** Returns the key of an object within its kind: etcd's key without the prefix. */
export function keyOf(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`
}

/** The equivalent of etcd and the watch cache: objects, one version counter and a bounded history. */
export class Store {
  private readonly tables: ReadonlyMap<Kind, Table>
  private counter = 1000

  constructor(historyCapacity: number) {
    this.tables = new Map(kinds.map((kind) => [kind, new Table(historyCapacity)]))
  }

  get version(): number {
    return this.counter
  }

  read(kind: Kind, namespace: string | undefined, name: string): Revision | undefined {
    return this.table(kind).rows.get(keyOf(namespace, name))
  }

  /** Returns the current revisions of a kind in key order. */
  list(kind: Kind, namespace?: string): Revision[] {
    const table = this.table(kind)
    const prefix = namespace === undefined || namespace === '' ? '' : `${namespace}/`
    const found: Revision[] = []
    for (const key of table.keys()) {
      const revision = key.startsWith(prefix) ? table.rows.get(key) : undefined
      if (revision !== undefined) found.push(revision)
    }
    return found
  }

  /** Returns every object with an owner reference to this uid. */
  dependents(uid: string | undefined): [Kind, Revision][] {
    const found: [Kind, Revision][] = []
    for (const [kind, { rows }] of this.tables) {
      for (const revision of rows.values()) {
        const owners = revision.object.metadata.ownerReferences
        if (owners?.some((owner) => owner.uid === uid) === true) found.push([kind, revision])
      }
    }
    return found
  }

  /**
   * Returns key and revision of every object of a kind at an earlier version; undefined if that version has
   * been compacted.
   */
  snapshot(kind: Kind, version: number): [string, Revision][] | undefined {
    const table = this.table(kind)
    if (version < table.history.oldest - 1) return undefined
    return table.history.rewind(table.rows, version)
  }

  /** Stores an object at the next version and notifies the listeners. */
  put(kind: Kind, object: KubeObject): Revision {
    const table = this.table(kind)
    const key = keyOf(object.metadata.namespace, object.metadata.name)
    const previous = table.rows.get(key)
    this.counter += 1
    const current = new Revision(kind, object, this.counter).at(this.counter)
    table.put(key, current)
    this.tell(table, {
      type: previous === undefined ? 'ADDED' : 'MODIFIED',
      key,
      version: this.counter,
      current,
      previous,
    })
    return current
  }

  /** Removes an object. Listeners receive its last state at the version of the deletion. */
  remove(kind: Kind, namespace: string | undefined, name: string): Revision | undefined {
    const table = this.table(kind)
    const key = keyOf(namespace, name)
    const previous = table.rows.get(key)
    if (previous === undefined) return undefined
    this.counter += 1
    table.remove(key)
    const current = previous.at(this.counter)
    this.tell(table, { type: 'DELETED', key, version: this.counter, current, previous })
    return current
  }

  subscribe(kind: Kind, listener: Listener): () => void {
    const { listeners } = this.table(kind)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Returns the changes after a version; undefined if some of them have been discarded. */
  changesSince(kind: Kind, version: number): readonly Change[] | undefined {
    const { history } = this.table(kind)
    return version < history.oldest - 1 ? undefined : history.since(version)
  }

  /**
   * Returns the version before the oldest change in the history, which is the number in "too old resource
   * version".
   */
  oldest(kind: Kind): number {
    return this.table(kind).history.oldest - 1
  }

  /** Discards the history, like etcd's compaction or a restarted watch cache. */
  compact(): void {
    this.counter += 1
    for (const table of this.tables.values()) table.history.clear(this.counter + 1)
  }

  private table(kind: Kind): Table {
    const table = this.tables.get(kind)
    if (table === undefined) throw new Error(`no table for ${kind.resource}`)
    return table
  }

  private tell(table: Table, change: Change): void {
    table.history.add(change)
    for (const listener of table.listeners) listener(change)
  }
}
