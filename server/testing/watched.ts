import type { Kind } from '../kube/kinds.ts'
import { Projection, type Entry } from '../kube/watch/entry.ts'
import { ObjectReader } from '../kube/watch/event.ts'
import { Packing } from '../kube/watch/packing.ts'
import { Sharing } from '../kube/watch/sharing.ts'
import type { Store } from '../kube/watch/store.ts'
import { Zstandard } from '../kube/watch/zstandard.ts'

/** One for all tests: a fake cluster makes a projection for each object. */
const zstandard = new Zstandard()

/** Makes entries of a kind without showing them. */
export function projectionOf<T>(kind: Kind<T>): { entry(object: object): Entry<T> } {
  const reader = new ObjectReader(kind)
  const projection = new Projection<T>({
    sharing: new Sharing(),
    packing: new Packing(zstandard),
    view: undefined,
    quarantined: () => undefined,
  })
  return {
    entry: (object) => {
      const entry = projection.entry(reader.item(Buffer.from(JSON.stringify(object))))
      if (entry === undefined) throw new Error('an object that no store keeps')
      return entry
    },
  }
}

/** Puts a whole list into a store, as a reflector does. */
export function replace<T>(store: Store<T>, entries: Iterable<Entry<T>>, version: string): boolean {
  const listed = store.list()
  for (const entry of entries) listed.apply(entry, false)
  return store.replace(listed, version)
}
