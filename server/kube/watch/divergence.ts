import { compareVersions } from '../../grammar/resource-version.ts'
import { Slices, type Turns } from '../../turns.ts'
import { metadataKey, type MetadataList } from './metadata-list.ts'
import { everything } from './select.ts'
import type { Store } from './store.ts'

/** An object that is held otherwise than it was listed; a version that is undefined: not there. */
export interface Suspect {
  key: string
  held: string | undefined
  listed: string | undefined
}

/**
 * What of a store that has come as far as a list cannot be explained by changes after it. What is held in a version newer
 * than the list was changed later and says nothing. What is listed and not held may have been deleted later: that alone
 * proves nothing, so suspects are looked for twice. What is held is taken at once; all else is done in slices.
 */
export async function suspectsOf<T>(store: Store<T>, list: MetadataList, turns: Turns): Promise<Suspect[]> {
  const suspects: Suspect[] = []
  const seen = new Set<string>()
  const slices = new Slices(turns)
  for (const { namespace, name, version } of store.select(undefined, everything)) {
    const key = metadataKey(namespace, name)
    seen.add(key)
    const listed = list.versions.get(key)
    if (listed !== version && compareVersions(version, list.version) <= 0)
      suspects.push({ key, held: version, listed })
    if (slices.due) await slices.turn()
  }
  for (const [key, listed] of list.versions) {
    if (!seen.has(key)) suspects.push({ key, held: undefined, listed })
    if (slices.due) await slices.turn()
  }
  return suspects
}

/**
 * Those suspected twice, with nothing having moved between. The second list is read after the first comparison, so what it
 * lists in the same version as the first was there all the while: a store that did not hold it then was wrong.
 */
export function confirmed(first: readonly Suspect[], second: readonly Suspect[]): Suspect[] {
  const before = new Map(first.map((one) => [one.key, one]))
  return second.filter(({ key, held, listed }) => {
    const earlier = before.get(key)
    return earlier !== undefined && earlier.held === held && earlier.listed === listed
  })
}
