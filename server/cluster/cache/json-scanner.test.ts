import { expect } from 'chai'
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  nat,
  oneof,
  property,
  string,
  tuple,
} from 'fast-check'
import { afterSpace, elementsOf, endOfValue, forEachMember } from './json-scanner.ts'
import { MalformedLineError } from './line-splitter.ts'

const spaces = constantFrom(0, 2)
const written = (value: unknown, indent: number) => Buffer.from(JSON.stringify(value, null, indent))

describe('the bytes of JSON', () => {
  it('have values that end where they end', () =>
    assert(
      property(jsonValue(), constantFrom('', ' ', ',', ']', '}', '\n'), spaces, (value, behind, indent) => {
        const json = written(value, indent)
        expect(endOfValue(Buffer.concat([json, Buffer.from(behind)]), 0)).to.equal(json.length)
      }),
    ))

  it('have the elements that a parser finds', () =>
    assert(
      property(array(jsonValue()), spaces, (values, indent) => {
        const found = [...elementsOf(written(values, indent), 0)].map(
          (one) => JSON.parse(one.toString()) as unknown,
        )
        expect(found).to.deep.equal(JSON.parse(JSON.stringify(values)))
      }),
    ))

  it('have the members that a parser finds', () =>
    assert(
      property(dictionary(string({ unit: 'grapheme' }), jsonValue()), spaces, (object, indent) => {
        const json = written(object, indent)
        const found: [string, unknown][] = []
        forEachMember(json, 0, (name, from) => {
          const end = endOfValue(json, from)
          // Member names are passed on as raw JSON, with their escapes.
          found.push([JSON.parse(`"${name}"`) as string, JSON.parse(json.toString('utf8', from, end))])
          return end
        })
        expect(found).to.deep.equal(Object.entries(JSON.parse(JSON.stringify(object)) as object))
      }),
    ))

  it('rejects JSON without an end, or with something behind it', () => {
    const take = (text: string) => {
      const json = Buffer.from(text)
      forEachMember(json, 0, (_, from) => endOfValue(json, from))
    }
    for (const text of ['{}', '{ "a" : 1 } \n']) expect(() => take(text), text).not.to.throw()
    for (const text of [
      '',
      '[]',
      '{',
      '{"a":1',
      '{"a":{}',
      '{"a":1,',
      '{"a":1}}',
      '{"a":1} x',
      '{"a" 1}',
      '{,}',
    ])
      expect(() => take(text), text).to.throw(MalformedLineError)
  })

  it('accepts and rejects the same texts as JSON.parse', () => {
    const marks = Array.from('{}[]:,"\\ \n\t-+.eE0123u/truefalsn\u0001ü')
    const strange = [
      '01',
      '-',
      '-0',
      '1.',
      '.5',
      '1e',
      '1e+5',
      'nul',
      'NaN',
      '"\\x"',
      '"\\u12g4"',
      '"\\ud800"',
      '"',
    ]
    const isJson = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const isGoneOver = (text: string) => {
      const json = Buffer.from(text)
      try {
        return afterSpace(json, endOfValue(json, afterSpace(json, 0))) === json.length
      } catch (error) {
        expect(error).to.be.instanceOf(MalformedLineError)
        return false
      }
    }
    const changed = (text: string, changes: readonly (readonly [number, number, string])[]) =>
      changes.reduce((now, [at, gone, put]) => {
        const from = at % (now.length + 1)
        return now.slice(0, from) + put + now.slice(from + gone)
      }, text)
    const change = tuple(nat(200), nat(2), oneof(constantFrom(...marks, ...strange), constant('')))
    for (const text of [
      ...strange,
      '',
      ' ',
      '\ufeff1',
      '[1,]',
      '{"a":1,}',
      '{"a"}',
      '[}',
      '{]',
      '[[]',
      '[]]',
    ])
      expect(isGoneOver(text), text).to.equal(isJson(text))
    assert(
      property(jsonValue(), spaces, array(change, { maxLength: 3 }), (value, indent, changes) => {
        const text = changed(JSON.stringify(value, null, indent), changes)
        expect(isGoneOver(text), text).to.equal(isJson(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('may be nested as deep as they come', () => {
    const deep = 100_000
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":[', ']}'],
    ] as const) {
      const json = Buffer.from(open.repeat(deep) + close.repeat(deep))
      expect(endOfValue(json, 0)).to.equal(json.length)
      expect(() => endOfValue(json.subarray(0, -1), 0)).to.throw(MalformedLineError)
    }
  })

  it('closes brackets in the order in which they opened, at any depth', () =>
    assert(
      property(
        array(boolean(), { minLength: 1, maxLength: 200, size: 'max' }),
        nat(),
        boolean(),
        (objects, at, swapped) => {
          const open = objects.map((isObject) => (isObject ? '{"a":' : '[')).join('')
          const close = objects.toReversed().map((isObject) => (isObject ? '}' : ']'))
          if (swapped) close[at % close.length] = close[at % close.length] === '}' ? ']' : '}'
          const end = () => endOfValue(Buffer.from(`${open}1${close.join('')}`), 0)
          if (swapped) expect(end).to.throw(MalformedLineError)
          else expect(end()).to.equal(open.length + 1 + close.length)
        },
      ),
      { numRuns: 500 },
    ))

  it('rejects a list that breaks off', () => {
    for (const text of ['[', '[1', '[1,', '[1 2]', '[{"a":1}', '[{"a":1'])
      expect(() => [...elementsOf(Buffer.from(text), 0)], text).to.throw(MalformedLineError)
  })
})
