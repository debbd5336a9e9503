import { rulesByKind } from './define-rule.ts'
import { expect } from 'chai'
import { Store } from '../cluster/cache/store.ts'
import type { Kind } from '../cluster/kind.ts'
import { isObject } from '../core/json.ts'
import { seedObjects } from '../demo/seed/seed.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { cachedObjectFactory } from '../testing/build-cached-object.ts'
import { matchesSchema } from '../testing/matches-schema.ts'
import { now } from '../testing/metadata.ts'
import { CachedFacts } from './cached-facts.ts'
import { Diagnosis } from './diagnosis.ts'
import { factKinds } from './fact-kinds.ts'
import { kindKey } from './facts.ts'
import type { Finding } from './finding.ts'
import { foldFindings } from './fold.ts'
import { rules } from './register.ts'
import { findingSchema, reportFinding, reportGroup, rootFindingSchema } from './schema.ts'

/** Number of damaged clusters, and of damaged fields in each. */
const CLUSTERS = 60
const FIELDS = 150

/** Values in place of those of any field. */
const hostile: readonly unknown[] = [
  null,
  0,
  -1,
  2 ** 53,
  true,
  '',
  'x',
  '1e999',
  '__proto__',
  'constructor',
  'not a time',
  '9999-99-99T99:99:99Z',
  '\u001B[31m\u0000\u202E',
  '\uD800',
  'token '.repeat(5000),
  [],
  [null],
  {},
  { constructor: null, toString: null },
]

/** Returns the same numbers below a limit for the same seed. Source: Numerical Recipes, a linear congruential generator. */
function numbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Replaces the value of one field, at any depth, or removes the field. */
function damage(object: object, below: (limit: number) => number): void {
  let at: unknown = object
  for (;;) {
    // A list or a map of JSON.
    const members = at as Record<string, unknown>
    const keys = Object.keys(members)
    const key = keys[below(keys.length)]
    if (key === undefined) return
    const member = members[key]
    if ((isObject(member) || Array.isArray(member)) && below(5) > 0) {
      at = member
      continue
    }
    if (below(4) === 0) {
      Reflect.deleteProperty(members, key)
      return
    }
    // A copy, since it may be damaged in its turn.
    members[key] = structuredClone(hostile[below(hostile.length)])
    return
  }
}

/** Diagnoses every object of the demo cluster with damaged fields; those that no cache keeps are left out. */
function diagnoseDamaged(seed: number): readonly Finding[] {
  const below = numbers(seed)
  const objects: object[] = structuredClone(seedObjects(now)).map((object, index) => ({
    ...object,
    metadata: { uid: `uid-${index}`, resourceVersion: `${index + 1}`, ...object.metadata },
  }))
  for (let at = 0; at < FIELDS; at++) damage(objects[below(objects.length)] ?? {}, below)
  const stores = new Map(factKinds.map((kind) => [kindKey(kind), new Store<unknown>(kind)]))
  const factories = new Map(factKinds.map((kind) => [kind, cachedObjectFactory(kind)]))
  for (const store of stores.values()) store.replace(store.list(), '1')
  for (const object of objects)
    for (const [kind, factory] of factories)
      if ('kind' in object && object.kind === kind.kind)
        try {
          stores.get(kindKey(kind))?.apply(factory.entry(object), false)
        } catch {
          // The reflector does not keep it either.
        }
  const source = new CachedFacts(<T>(kind: Kind<T>) => [
    // The store is that of the kind, so the type matches.
    { namespace: undefined, store: stores.get(kindKey(kind)) as Store<T> },
  ])
  const diagnosis = new Diagnosis({ source, rules: rulesByKind(rules), now, failed: () => undefined })
  return factKinds.flatMap((kind) =>
    source.list<KubernetesObject>(kind, {}).flatMap((one) => diagnosis.of(kind, one).findings),
  )
}

describe('a diagnosis of damaged objects', () => {
  it('has well-formed findings, whatever fields are damaged', () => {
    const isFinding = matchesSchema(findingSchema)
    const isRoot = matchesSchema(rootFindingSchema)
    let count = 0
    for (let seed = 1; seed <= CLUSTERS; seed++) {
      const findings = diagnoseDamaged(seed)
      count += findings.length
      for (const finding of findings) isFinding(reportFinding(finding))
      for (const group of foldFindings(findings, () => true)) isRoot(reportGroup(group))
    }
    expect(count).to.be.above(CLUSTERS)
  }).timeout(60_000)
})
