import { compareVersions } from '../../core/formats/resource-version.ts'
import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import { objectKey } from '../../core/object-key.ts'
import type { MetadataList } from './metadata-list.ts'
import { everything } from './compiled-selector.ts'
import type { Store } from './store.ts'

/** An object whose version in the cache differs from the list; undefined means not present. */
export interface Suspect {
  key: string
  cached: string | undefined
  listed: string | undefined
}

/**
 * Returns the differences between a store and a list that changes after the list cannot explain. The store
 * must have reached the list's version. An object cached in a version newer than the list was changed later,
 * so it proves nothing. An object that is listed but not cached may have been deleted later, so one
 * comparison is not enough and a second one has to confirm it. The cached objects are read at once; the rest
 * runs in time slices.
 */
export async function suspectsOf<T>(
  store: Store<T>,
  list: MetadataList,
  scheduler: Scheduler,
): Promise<Suspect[]> {
  const suspects: Suspect[] = []
  const visited = new Set<string>()
  const slices = new TimeSlice(scheduler)
  for (const { namespace, name, version } of store.select(undefined, everything)) {
    const key = objectKey({ namespace, name })
    visited.add(key)
    const listed = list.versions.get(key)
    if (listed !== version && compareVersions(version, list.version) <= 0)
      suspects.push({ key, cached: version, listed })
    if (slices.expired) await slices.yield()
  }
  for (const [key, listed] of list.versions) {
    if (!visited.has(key)) suspects.push({ key, cached: undefined, listed })
    if (slices.expired) await slices.yield()
  }
  return suspects
}

/**
 * Returns the differences that both comparisons found, with the same versions. The second list is read after
 * the first comparison, so an object it lists in the first list's version existed all the while: a store that
 * lacked it was wrong.
 */
export function confirmed(first: readonly Suspect[], second: readonly Suspect[]): Suspect[] {
  const before = new Map(first.map((suspect) => [suspect.key, suspect]))
  return second.filter(({ key, cached, listed }) => {
    const earlier = before.get(key)
    return earlier !== undefined && earlier.cached === cached && earlier.listed === listed
  })
}
