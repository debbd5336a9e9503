import { expect } from 'chai'
import { MalformedObjectError } from '../../cluster/malformed-object.ts'
import { checked } from './checked.ts'

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

describe('a checked projection', () => {
  const projection = checked('Widget', schema, (value: unknown) => value)

  it('has the zero values of Go for what is missing or null', () => {
    const filled = projection({ name: null, tags: ['a', null], labels: { app: null }, reason: null })
    expect(filled).to.deep.equal({ name: '', count: 0, ready: false, tags: ['a', ''], labels: { app: '' } })
  })

  it('throws for values of another type', () => {
    for (const wrong of [{ name: 5 }, { tags: 'x' }, { labels: ['x'] }, { count: '1' }, { reason: {} }])
      expect(() => projection(wrong)).to.throw(MalformedObjectError)
  })

  it('keeps the keys of prototypes as they are', () => {
    const labels: unknown = JSON.parse('{"__proto__":"a","constructor":"b"}')
    const filled = projection({ labels }) as { labels: object }
    expect(JSON.stringify(filled.labels)).to.equal('{"__proto__":"a","constructor":"b"}')
  })
})
