import { expect } from 'chai'
import { routes } from '../app/routes.ts'
import { MalformedObjectError } from '../cluster/malformed-object.ts'
import { isObject } from '../core/json.ts'
import { expectReads } from '../testing/expect-reads.ts'
import { matchesSchema } from '../testing/matches-schema.ts'
import { now } from '../testing/metadata.ts'
import { droppedReads, recordedReads } from '../testing/recorded-reads.ts'
import { variantsOf } from '../testing/variants.ts'
import { kinds } from './register.ts'

/** Fields that the API server sets on every object. */
const ALWAYS_SET = new Set(['metadata', 'metadata.name', 'metadata.uid', 'metadata.creationTimestamp'])

/** Returns copies of an object, in each of which one field of its spec or status is a list of a list. */
function withFieldsOfAnotherType(object: object): object[] {
  return ['spec', 'status'].flatMap((part) => {
    const fields: unknown = Reflect.get(object, part)
    if (!isObject(fields)) return []
    return Object.keys(fields).map((field) => ({ ...object, [part]: { ...fields, [field]: [[]] } }))
  })
}

function expectOnlyMalformed(read: () => unknown, object: string): void {
  try {
    read()
  } catch (error) {
    expect(error, object).to.be.instanceOf(MalformedObjectError)
  }
}

for (const kind of kinds) {
  const { samples, cache } = kind.declaration

  describe(`kind ${kind.plural}`, () => {
    for (const [at, projection] of kind.projections.entries()) {
      const name = at === 0 ? 'summary' : `projection ${at}`

      it(`projects every sample as the schema of its ${name} says`, () => {
        const check = matchesSchema(projection.schema)
        for (const object of samples) check(projection.project(object, now))
      })

      // Details of some kinds are read from the API server, whole.
      const isCached = at === 0 || cache?.detailFrom !== 'api'
      it(`reads in its ${name} no field that its cache drops`, () => {
        const reads = recordedReads(projection, samples, now)
        expect(droppedReads(reads, isCached ? (cache?.drop ?? []) : [])).to.deep.equal([])
      })

      it(`projects its ${name} whatever fields are missing or null`, () => {
        for (const sample of samples)
          for (const { change, object } of variantsOf(sample, ALWAYS_SET))
            expect(() => projection.project(object, now), change).to.not.throw()
      })

      if (projection.reads !== undefined)
        it(`reads in its ${name} the fields it declares, and no others`, () =>
          expectReads(projection, samples))

      it(`throws no other error than that of a malformed object in its ${name}`, () => {
        for (const sample of samples)
          for (const damaged of withFieldsOfAnotherType(sample)) {
            const text = JSON.stringify(damaged)
            expectOnlyMalformed(() => projection.project(damaged, now), text)
            expectOnlyMalformed(() => projection.expiresAt?.(damaged, now), text)
          }
      })

      if (projection.expiresAt !== undefined)
        it(`gives its ${name} an expiry in the future`, () => {
          for (const object of samples) expect(projection.expiresAt?.(object, now)).to.be.above(now)
        })
    }

    it('has a summary that does not change before it expires', () => {
      const { summary } = kind
      for (const object of samples) {
        const until = summary.expiresAt?.(object, now) ?? Infinity
        const later = Math.min(until - 1, now + 10 * 365 * 86_400_000)
        expect(summary.project(object, later)).to.deep.equal(summary.project(object, now))
      }
    })
  })
}

describe('the register of kinds', () => {
  const duplicates = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at)

  it('has each resource and each path once', () => {
    expect(duplicates(kinds.map(({ plural, apiGroup }) => `${plural}.${apiGroup}`))).to.deep.equal([])
    expect(duplicates(kinds.map(({ path }) => path))).to.deep.equal([])
  })

  it('gives each operation a name of its own', () => {
    const ids = routes.flatMap(({ operationId }) => operationId ?? [])
    expect(duplicates(ids)).to.deep.equal([])
    const own = kinds.flatMap((kind) => kind.routes)
    expect(own.filter(({ operationId }) => operationId === undefined)).to.deep.equal([])
    for (const { summary, operationId } of own)
      expect(summary, operationId).to.match(/^(List|Get|Restart|Stream) /)
  })
})

describe('droppedReads', () => {
  interface Sample {
    spec: { containers: { name: string; args?: string[] }[]; affinity?: object }
  }
  const sample: Sample = { spec: { containers: [{ name: 'a' }] } }
  const found = (project: (object: Sample) => unknown): string[] =>
    droppedReads(recordedReads({ project }, [sample]), ['spec.containers.args', 'spec.affinity'])

  it('reports a read of a dropped field, even where no sample has it', () => {
    expect(found(({ spec }) => spec.affinity)).to.deep.equal(['spec.affinity'])
    expect(found(({ spec }) => spec.containers.map(({ args }) => args))).to.deep.equal([
      'spec.containers.args',
    ])
  })

  it('reports the use of an object of which a field is dropped', () => {
    expect(found(({ spec }) => spec.containers)).to.deep.equal(['spec.containers.*'])
    expect(found(({ spec }) => ({ ...spec }))).to.include('spec.*')
  })

  it('reports no read of other fields', () => {
    expect(found(({ spec }) => spec.containers.map(({ name }) => name))).to.deep.equal([])
  })
})
