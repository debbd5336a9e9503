import type { Context, RootHookObject, Suite } from 'mocha'

/** Returns the full titles that several tests have, sorted. */
export function repeatedTitles(root: Suite): string[] {
  const counts = new Map<string, number>()
  root.eachTest((test) => counts.set(test.fullTitle(), (counts.get(test.fullTitle()) ?? 0) + 1))
  return [...counts].flatMap(([title, count]) => (count > 1 ? [title] : [])).sort()
}

/** Fails a run in which tests cannot be told apart in its report; .ci/titles.mjs checks titles as they are written. */
export const mochaHooks: RootHookObject = {
  beforeAll(this: Context) {
    const root = this.test?.parent
    const repeated = root === undefined ? [] : repeatedTitles(root)
    if (repeated.length > 0) throw new Error(`several tests have the same title: ${repeated.join('; ')}`)
  },
}
