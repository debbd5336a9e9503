import { expect } from 'chai'
import { array, assert, jsonValue, property } from 'fast-check'
import { unmanaged } from './unmanaged.ts'

describe('what a watch sends without its managed fields', () => {
  const cut = (value: unknown): unknown => JSON.parse(unmanaged(Buffer.from(JSON.stringify(value))))

  it('is all else, whatever is in them', () => {
    const managedFields = [
      { manager: 'a "quoted] \\', fieldsV1: { 'k:{"name":"app\\"}"}': { '.': {}, list: [[], {}, [']}']] } } },
      { manager: 'b' },
    ]
    const spec = { list: [1, { x: ']' }], text: '"managedFields":[{"escaped' }
    for (const metadata of [
      { name: 'ümlaut', managedFields, labels: { a: 'ß' } },
      { managedFields, name: 'first' },
      { name: 'none', managedFields: [] },
    ])
      expect(cut({ type: 'ADDED', object: { metadata, spec } })).to.deep.equal({
        type: 'ADDED',
        object: { metadata: { ...metadata, managedFields: [] }, spec },
      })
  })

  it('is all else, whatever they could be', () => {
    assert(
      property(array(jsonValue()), jsonValue(), (managedFields, spec) => {
        const object = { metadata: { name: 'x', managedFields }, spec }
        const wanted: unknown = JSON.parse(
          JSON.stringify({ metadata: { name: 'x', managedFields: [] }, spec }),
        )
        expect(cut(object)).to.deep.equal(wanted)
      }),
    )
  })

  it('is the same where there are none', () => {
    const object = { metadata: { name: 'x', annotations: { y: '{"managedFields":[{"a":1}]}' } } }
    expect(cut(object)).to.deep.equal(object)
  })

  it('is no JSON where it was none', () => {
    for (const text of [
      '{"managedFields":[',
      '{"managedFields":[{"a":"b\\',
      '{"managedFields":[]',
      '{"managedFields":[}',
    ])
      expect(() => JSON.parse(unmanaged(Buffer.from(text))), text).to.throw(SyntaxError)
  })
})
