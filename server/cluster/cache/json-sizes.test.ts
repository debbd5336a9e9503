import { expect } from 'chai'
import { assert, dictionary, property, string, uint8Array } from 'fast-check'
import { FieldFilter } from './json-field-filter.ts'
import { MalformedLineError } from './line-splitter.ts'

const filter = new FieldFilter({
  keepCommon: true,
  drop: ['metadata.annotations'],
  sizes: { data: 'utf-8', binaryData: 'base64' },
})

function filtered(text: string): unknown {
  return JSON.parse(filter.filter(Buffer.from(text), 0).json.toString())
}

/** Writes every character beyond ASCII as an escape, as other encoders than Go's do. */
function escaped(text: string): string {
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

describe('texts that are replaced by their sizes', () => {
  it('counts bytes of UTF-8, however they are written', () => {
    const texts = dictionary(string(), string({ unit: 'binary' }), { noNullPrototype: true })
    assert(
      property(texts, (data) => {
        const sizes = Object.fromEntries(
          Object.entries(data).map(([key, value]) => [key, Buffer.byteLength(value)]),
        )
        for (const json of [JSON.stringify({ data }), JSON.stringify({ data }, null, 1)])
          for (const written of [json, escaped(json)])
            expect(filtered(written)).to.deep.equal({ data: sizes })
      }),
      { numRuns: 300 },
    )
  })

  it('counts the bytes that base64 encodes', () => {
    assert(
      property(dictionary(string(), uint8Array({ maxLength: 100 })), (bytes) => {
        const entries = Object.entries(bytes)
        const binaryData = Object.fromEntries(
          entries.map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
        )
        const sizes = Object.fromEntries(entries.map(([key, value]) => [key, value.length]))
        expect(filtered(JSON.stringify({ binaryData }))).to.deep.equal({ binaryData: sizes })
      }),
      { numRuns: 300 },
    )
  })

  it('leave no byte of a value', () => {
    const values = ['a canary', 'b canary', '', 'c']
    const data = Object.fromEntries(values.map((value, at) => [`key${at}`, value]))
    const object = { kind: 'X', metadata: { annotations: { copy: 'a canary' }, name: 'x' }, data, last: true }
    const { json } = filter.filter(Buffer.from(JSON.stringify(object)), 0)
    expect(json.toString()).to.equal(
      '{"kind":"X","metadata":{"name":"x"},"data":{"key0":8,"key1":8,"key2":0,"key3":1},"last":true}',
    )
  })

  it('stay sizes when an object is filtered again', () => {
    const once = { data: { a: 12, b: 0 } }
    expect(filtered(JSON.stringify(once))).to.deep.equal(once)
  })

  it('gives no size if a server sends another value', () => {
    expect(filtered('{"data":{"a":null,"b":["secret"],"c":{"d":"secret"},"e":true}}')).to.deep.equal({
      data: { a: 0, b: 0, c: 0, e: 0 },
    })
    expect(filtered('{"data":null}')).to.deep.equal({ data: null })
  })

  it('rejects a map that is malformed', () => {
    for (const text of [
      '{"data":{"a"}}',
      '{"data":{"a":"b",}}',
      '{"data":{"a":"b" "c":"d"}}',
      '{"data":{"a":"b"',
    ])
      expect(() => filtered(text), text).to.throw(MalformedLineError)
  })

  it('locates texts in list items at their new place', () => {
    const listing = new FieldFilter({
      sizes: { data: 'utf-8' },
      keepForItem: ['metadata.name', 'data', 'type'],
    })
    const text =
      '{"metadata":{"name":"x","uid":"u"},"data":{"long":"0123456789","b":"c"},"rest":1,"type":"t"}'
    const { json, itemJson } = listing.filter(Buffer.from(text), 0)
    let item = ''
    for (let at = 0; at < itemJson.length; at += 2)
      item += json.toString('utf8', itemJson[at], itemJson[at + 1])
    expect(JSON.parse(item)).to.deep.equal({ metadata: { name: 'x' }, data: { long: 10, b: 1 }, type: 't' })
  })
})
