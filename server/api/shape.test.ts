import { expect } from 'chai'
import { shapeCheck, withZeroValues } from './shape.ts'

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'count', 'ready', 'tags', 'labels'],
  properties: {
    name: { type: 'string' },
    count: { type: 'integer' },
    ready: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    reason: { type: 'string' },
  },
} as const

describe('the shape of a value', () => {
  const check = shapeCheck(schema)

  it('gets the zero values of Go for what is missing or null', () => {
    const filled = withZeroValues(schema, {
      name: null,
      tags: ['a', null],
      labels: { app: null },
      reason: null,
    })
    expect(filled).to.deep.equal({ name: '', count: 0, ready: false, tags: ['a', ''], labels: { app: '' } })
    expect(check(filled)).to.equal(undefined)
  })

  it('keeps values of another type, which do not match', () => {
    for (const wrong of [{ name: 5 }, { tags: 'x' }, { labels: ['x'] }, { count: '1' }, { reason: {} }])
      expect(check(withZeroValues(schema, wrong))).to.match(/must be/)
  })

  it('keeps the keys of prototypes as they are', () => {
    const labels: unknown = JSON.parse('{"__proto__":"a","constructor":"b"}')
    const filled = withZeroValues(schema, { labels }) as { labels: object }
    expect(JSON.stringify(filled.labels)).to.equal('{"__proto__":"a","constructor":"b"}')
    expect(check(filled)).to.equal(undefined)
  })
})
