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

/** The key of an object within its kind: etcd's, without the prefix. */
export function keyOf(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`
}

/** What etcd and the watch cache are to an API server: objects, one version counter, a bounded history. */
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

  /** All revisions of a kind in key order, at present. */
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

  /** Everything that names an owner by uid. */
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

  /** Key and revision of every object of a kind as it was at a version; undefined when that is compacted. */
  snapshot(kind: Kind, version: number): [string, Revision][] | undefined {
    const table = this.table(kind)
    if (version < table.history.oldest - 1) return undefined
    return table.history.rewind(table.rows, version)
  }

  /** Stores an object under the next version, and tells the listeners. */
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

  /** Takes an object away. Its last state is told at the version of the deletion. */
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

  /** Changes after a version, or undefined when some of them are no longer held. */
  changesSince(kind: Kind, version: number): readonly Change[] | undefined {
    const { history } = this.table(kind)
    return version < history.oldest - 1 ? undefined : history.since(version)
  }

  /** The newest version a watch can no longer resume from, plus one (the number in "too old resource version"). */
  oldest(kind: Kind): number {
    return this.table(kind).history.oldest - 1
  }

  /** Forgets the history, as etcd's compaction and a restarted watch cache do. */
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
