import { expect } from 'chai'
import type { Kind } from '../kind.ts'
import { parserOf } from './parse-body.ts'

const kind: Kind<unknown> = {
  kind: 'Secret',
  apiGroup: '',
  version: 'v1',
  plural: 'secrets',
  namespaced: true,
  unread: ['metadata.annotations'],
  sizes: { fields: { data: 'base64' }, inDetails: true },
}

const parsed = (verb: 'get' | 'list', one: Kind<unknown>, text: string) =>
  parserOf({ verb, kind: one })?.parse(Buffer.from(text))

describe('the body of a read', () => {
  const object = '{"kind":"Secret","metadata":{"name":"a","annotations":{"x":"y"}},"data":{"k":"dmFsdWU="}}'

  it('has sizes in the place of values, in lists and in objects', () => {
    expect(parsed('get', kind, object)).to.deep.equal({
      metadata: { name: 'a', annotations: { x: 'y' } },
      data: { k: 5 },
    })
    expect(
      parsed('list', kind, ` {"metadata":{"continue":"c"},"items":[${object},${object}]}\n`),
    ).to.deep.equal({
      metadata: { continue: 'c' },
      items: [object, object].map(() => ({ kind: 'Secret', metadata: { name: 'a' }, data: { k: 5 } })),
    })
  })

  it('has its values in details of a kind that shows them there', () => {
    const shown = { ...kind, sizes: { fields: { data: 'base64' }, inDetails: false } } as const
    expect(parserOf({ verb: 'get', kind: shown })).to.equal(undefined)
    expect(parserOf({ verb: 'list', kind: shown })).to.not.equal(undefined)
  })

  it('shares a body only with reads that parse it alike', () => {
    const { sizes: _, ...whole } = kind
    const names = [
      kind,
      whole,
      { ...whole, exactNumbers: true as const },
      { ...kind, exactNumbers: true as const },
    ].map((one) => parserOf({ verb: 'get', kind: one })?.name)
    expect(new Set(names).size).to.equal(4)
  })

  it('keeps whole numbers beyond 2^53 exactly, and every field, where the object is shown whole', () => {
    const exact: Kind<unknown> = { ...kind, exactNumbers: true }
    const text = '{"kind":"Secret","spec":{"big":9007199254740993,"small":-5,"real":1.5},"data":{"k":"AA=="}}'
    expect(parsed('get', exact, text)).to.deep.equal({
      kind: 'Secret',
      spec: { big: 9007199254740993n, small: -5, real: 1.5 },
      data: { k: 1 },
    })
  })

  it('throws a SyntaxError for malformed JSON', () => {
    for (const text of ['<html>', '', '{"data":{"k":"x"', '[]'])
      expect(() => parsed('get', kind, text), text).to.throw(SyntaxError)
  })
})
