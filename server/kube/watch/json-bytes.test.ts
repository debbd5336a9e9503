import { expect } from 'chai'
import { array, assert, constantFrom, dictionary, jsonValue, property, string } from 'fast-check'
import { elementsOf, endOfValue, takeMembers } from './json-bytes.ts'
import { Malformed } from './lines.ts'

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
        const whole = takeMembers(json, 0, (name, from) => {
          const end = endOfValue(json, from)
          // Names are handed over as they are written.
          found.push([JSON.parse(`"${name}"`) as string, JSON.parse(json.toString('utf8', from, end))])
          return end
        })
        expect(whole).to.equal(true)
        expect(found).to.deep.equal(Object.entries(JSON.parse(JSON.stringify(object)) as object))
      }),
    ))

  it('are not whole without an end, or with something behind it', () => {
    const isWhole = (text: string) => {
      const json = Buffer.from(text)
      return takeMembers(json, 0, (_, from) => endOfValue(json, from))
    }
    expect(['{}', '{ "a" : 1 } \n'].map(isWhole)).to.deep.equal([true, true])
    for (const text of ['', '[]', '{', '{"a":1', '{"a":{}', '{"a":1,', '{"a":1}}', '{"a":1} x', '{"a" 1}'])
      expect(isWhole(text), text).to.equal(false)
  })

  it('are malformed where a list breaks off', () => {
    for (const text of ['[', '[1', '[1,', '[1 2]', '[{"a":1}', '[{"a":1'])
      expect(() => [...elementsOf(Buffer.from(text), 0)], text).to.throw(Malformed)
  })
})
