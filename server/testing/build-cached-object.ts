import type { Kind } from '../cluster/kind.ts'
import { CachedObjectFactory, type CachedObject } from '../cluster/cache/cached-object.ts'
import { WatchEventDecoder } from '../cluster/cache/watch-event-decoder.ts'
import { BlockStore } from '../cluster/cache/block-store.ts'
import { Interner } from '../cluster/cache/interner.ts'
import type { Store } from '../cluster/cache/store.ts'
import { ZstdCodec } from '../cluster/cache/zstd-codec.ts'

/** Shared by all tests, because a fake cluster creates a projection for each object. */
const zstandard = new ZstdCodec()

/** Returns a factory of store entries of a kind, without an API projection. */
export function cachedObjectFactory<T>(kind: Kind<T>): { entry(object: object): CachedObject<T> } {
  const reader = new WatchEventDecoder(kind)
  const projection = new CachedObjectFactory<T>({
    sharing: new Interner(),
    packing: new BlockStore(zstandard),
    view: undefined,
    quarantined: () => undefined,
  })
  return {
    entry: (object) => {
      const entry = projection.create(reader.item(Buffer.from(JSON.stringify(object))))
      if (entry === undefined) throw new Error('an object that no store keeps')
      return entry
    },
  }
}

/** Replaces the content of a store with a whole list, as a reflector does. */
export function replace<T>(store: Store<T>, entries: Iterable<CachedObject<T>>, version: string): boolean {
  const listed = store.list()
  for (const entry of entries) listed.apply(entry, false)
  return store.replace(listed, version)
}
