import type { ObjectMeta } from '../../server/cluster/objects.ts'
import { keyOf } from './environment/kubectl.ts'

const DEADLINE_MS = 60_000

interface Versioned {
  metadata: Pick<ObjectMeta, 'name' | 'namespace' | 'resourceVersion'>
}

/**
 * Compares changing objects: reads them with kubectl, calls `ask`, reads them again, and compares those whose
 * resourceVersion is the same before and after. The others take part in the next round. Returns the number of
 * objects.
 */
export async function whileUnchanged<T extends Versioned>(
  what: string,
  read: () => Promise<readonly T[]>,
  ask: (objects: readonly T[]) => Promise<(object: T) => void>,
): Promise<number> {
  const done = new Set<string>()
  const end = performance.now() + DEADLINE_MS
  // Not written with `until`, which would try again after a failed comparison.
  for (;;) {
    const before = (await read()).filter((object) => !done.has(keyOf(object)))
    const compareOne = await ask(before)
    const after = new Map((await read()).map((object) => [keyOf(object), object.metadata.resourceVersion]))
    for (const object of before) {
      const key = keyOf(object)
      if (after.get(key) !== object.metadata.resourceVersion) continue
      compareOne(object)
      done.add(key)
    }
    const moving = [...after.keys()].filter((key) => !done.has(key))
    if (moving.length === 0) return done.size
    if (performance.now() > end) throw new Error(`${what} never held still: ${moving.join(', ')}`)
  }
}
