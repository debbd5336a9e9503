import { expect } from 'chai'
import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  dictionary,
  jsonValue,
  letrec,
  oneof,
  property,
} from 'fast-check'
import { FieldFilter } from './json-field-filter.ts'
import { MalformedLineError } from './line-splitter.ts'

/**
 * Reference implementation to compare with, which shares no code with the filter under test: removes the
 * paths from the parsed value.
 */
function without(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => without(one, paths))
  if (typeof value !== 'object' || value === null) return value
  const gone = new Set(paths.filter(({ length }) => length === 1).map(([first]) => first))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !gone.has(name))
      .map(([name, one]) => [
        name,
        without(
          one,
          paths
            .filter(([first, second]) => first === name && second !== undefined)
            .map((path) => path.slice(1)),
        ),
      ]),
  )
}

/** Generates objects with these keys that contain nested arrays and objects. */
function objectsOf(names: readonly string[]): Arbitrary<Record<string, unknown>> {
  const { tree } = letrec<{ tree: unknown }>((tie) => ({
    tree: oneof(
      { depthSize: 'small', withCrossShrink: true },
      jsonValue({ maxDepth: 1 }),
      array(tie('tree'), { maxLength: 4 }),
      dictionary(constantFrom(...names), tie('tree'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }))
  return dictionary(constantFrom(...names), tree, { noNullPrototype: true })
}

describe('fields removed from an object', () => {
  const cut = (cutter: FieldFilter, text: string): unknown => {
    const bytes = Buffer.from(`##${text}##`)
    const { json, end } = cutter.filter(bytes, 2)
    expect(end).to.equal(bytes.length - 2)
    return JSON.parse(json.toString())
  }

  it('removes managed fields, whatever they contain, and nothing else', () => {
    const managedFields = [
      { manager: 'a "quoted] \\', fieldsV1: { 'k:{"name":"app\\"}"}': { '.': {}, list: [[], {}, [']}']] } } },
      { manager: 'b' },
    ]
    const spec = { list: [1, { x: ']' }], text: '"managedFields":[{"escaped', managedFields: 'kept' }
    for (const metadata of [
      { name: 'ümlaut', managedFields, labels: { a: 'ß' } },
      { managedFields, name: 'first' },
      { name: 'last', managedFields },
      { managedFields },
      { selfLink: '', managedFields: null, generateName: 7 },
      {},
    ]) {
      const {
        managedFields: _,
        selfLink: __,
        generateName: ___,
        ...rest
      } = metadata as Record<string, unknown>
      const object = { metadata, spec }
      expect(cut(new FieldFilter(), JSON.stringify(object))).to.deep.equal({ metadata: rest, spec })
      expect(cut(new FieldFilter(), JSON.stringify(object, null, 2)), 'with spaces').to.deep.equal({
        metadata: rest,
        spec,
      })
    }
  })

  it('removes the fields that the paths name, through lists and objects, in any order and depth', () => {
    const names = ['a', 'b', 'c', 'metadata', 'managedFields', 'x"\\', 'ü']
    const paths = ['a.b', 'a.c.a', 'b', 'c.c']
    const all = [...paths, 'metadata.managedFields'].map((path) => path.split('.'))
    assert(
      property(objectsOf(names), (object) => {
        const wanted: unknown = JSON.parse(JSON.stringify(object))
        for (const spaces of [0, 1])
          expect(cut(new FieldFilter({ drop: paths }), JSON.stringify(object, null, spaces))).to.deep.equal(
            without(wanted, all),
          )
      }),
      { numRuns: 500 },
    )
  })

  it('removes nothing from malformed JSON', () => {
    for (const text of [
      '{"metadata":{"managedFields":[',
      '{"metadata":{"managedFields":[{"a":"b\\',
      '{"metadata":{"managedFields":[]',
      '{"metadata":{"managedFields":[}',
      '{"metadata":{"managedFields"}}',
      '{"metadata":{"name" "x"}}',
      '{"metadata":[{"name":1},',
      '{"metadata":{"name":"x"},}',
      '{,}',
      '{"',
      '{',
      '',
    ])
      expect(() => new FieldFilter().filter(Buffer.from(text), 0), text).to.throw(MalformedLineError)
  })
})

describe('fields extracted from an object', () => {
  it('extracts the fields that its paths name, as they were before the removal', () => {
    const names = ['a', 'b', 'c', 'x"\\', 'ü']
    const paths = ['a', 'b.a', 'b.c.a', 'c.b']
    const cutter = new FieldFilter({ drop: ['a.b', 'b.b'], extract: paths })
    assert(
      property(objectsOf(names), (object) => {
        const parsed: unknown = JSON.parse(JSON.stringify(object))
        const { extracted: told } = cutter.filter(Buffer.from(JSON.stringify(object)), 0)
        const found = told.map((json) => (json === undefined ? undefined : (JSON.parse(json) as unknown)))
        expect(found).to.deep.equal(paths.map((path) => at(parsed, path.split('.'))))
      }),
      { numRuns: 500 },
    )
  })

  it('extracts nothing of the object before', () => {
    const cutter = new FieldFilter({ extract: ['a.b'] })
    const told = (text: string) => cutter.filter(Buffer.from(text), 0).extracted
    expect(told('{"a":{"b":1}}')).to.deep.equal(['1'])
    expect(() => told('{"x":[{"a":{"b":2}}],"a":[')).to.throw(MalformedLineError)
    expect(told('{"a":[{"b":3}]}')).to.deep.equal([undefined])
    expect(told('{"a":{"b":4}}')).to.deep.equal(['4'])
  })
})

describe('fields listed of an object', () => {
  const listedOf = (cutter: FieldFilter, text: string): unknown => {
    const { json, itemJson: listed } = cutter.filter(Buffer.from(`##${text}##`), 2)
    const parts: string[] = []
    for (let next = 0; next < listed.length; next += 2)
      parts.push(json.toString('utf8', listed[next], listed[next + 1]))
    return JSON.parse(parts.join(''))
  }

  it('lists the fields that its paths name, through lists and objects, without removed ones', () => {
    const names = ['a', 'b', 'c', 'd', 'x"\\', 'ü']
    const listed = ['a.b', 'a.c.a', 'b', 'b.a', 'c.d', 'd']
    const unread = ['a.a', 'b.c', 'c.a', 'd.a.b']
    const cutter = new FieldFilter({ drop: unread, extract: ['a.b', 'c'], keepForItem: listed })
    const split = (paths: readonly string[]) => paths.map((path) => path.split('.'))
    assert(
      property(objectsOf(names), (object) => {
        const wanted = only(without(JSON.parse(JSON.stringify(object)), split(unread)), split(listed))
        for (const spaces of [0, 1])
          expect(listedOf(cutter, JSON.stringify(object, null, spaces))).to.deep.equal(wanted)
      }),
      { numRuns: 2000 },
    )
  })

  it('lists everything below a path that says no more', () => {
    const object = { metadata: { managedFields: [1], name: 'n' }, spec: { a: [1, { b: 2 }] } }
    expect(listedOf(new FieldFilter(), JSON.stringify(object))).to.deep.equal({
      metadata: { name: 'n' },
      spec: object.spec,
    })
  })
})

/**
 * Reference implementation to compare with, which shares no code with the filter under test: keeps only the
 * paths in the parsed value.
 */
function only(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some(({ length }) => length === 0)) return value
  if (Array.isArray(value)) return value.map((one: unknown) => only(one, paths))
  if (typeof value !== 'object' || value === null) return value
  const inside = (name: string) => paths.filter(([first]) => first === name).map((path) => path.slice(1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => inside(name).length > 0)
      .map(([name, one]) => [name, only(one, inside(name))]),
  )
}

/**
 * Reference implementation to compare with, which shares no code with the filter under test: returns the
 * value at a path through objects.
 */
function at(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return at(Object.entries(value).find(([name]) => name === first)?.[1], rest)
}
