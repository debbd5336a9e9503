import { expect } from 'chai'
import { listOptions, namedParams, namespacedListQuery } from './schemas/parameters.ts'
import { podRestartBody } from '../kinds/pods/schema.ts'
import { podLogQuery } from '../kinds/pods/log-schema.ts'
import { InvalidRequestError } from '../core/errors.ts'
import { defineRoute } from './define-route.ts'
import { ResponseMismatch, Validation } from './validation.ts'

const response = {
  type: 'object',
  additionalProperties: false,
  required: ['ok'],
  properties: { ok: { type: 'boolean' } },
} as const
const handle = async () => ({ ok: true })
const shared = {
  path: '/api/x/{name}',
  summary: 'x',
  operationId: 'x',
  audience: 'cluster-authorized',
  access: [],
  params: namedParams,
  response,
  handle,
} as const
const reads = defineRoute({
  ...shared,
  method: 'GET',
  query: { ...namespacedListQuery, properties: { ...podLogQuery.properties, ...listOptions } },
})
const writes = defineRoute({ ...shared, method: 'POST', body: podRestartBody })

describe('validation', () => {
  const validation = new Validation()
  const check = validation.request(reads)
  const checkWrite = validation.request(writes)
  const query = (text: string) =>
    check({ params: { name: 'web' }, query: new URLSearchParams(text), body: undefined }).query
  const issues = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      if (error instanceof InvalidRequestError) return error.issues
      throw error
    }
    return []
  }

  it('types what the schema types, and drops what it does not know', () => {
    expect(query('namespace=shop&tail=007&follow=true&unknown=1&unknown=2&context=c')).to.deep.equal({
      namespace: 'shop',
      tail: 7,
      follow: true,
      context: 'c',
    })
  })

  it('rejects a query parameter that resembles a known one, whatever else is wrong [A16]', () => {
    expect(() => query('namespac=shop&tial=1&unknown=2')).to.throw(
      InvalidRequestError,
      'unknown query parameter "namespac": did you mean "namespace"?; unknown query parameter "tial": did you mean "tail"?',
    )
    expect(issues(() => query('namespace=a&labelselector[]=x'))).to.deep.equal([
      { in: 'query', name: 'labelselector', message: 'is unknown: did you mean "labelSelector"?' },
    ])
  })

  it('splits a list at commas, and names the parameter of a wrong item once', () => {
    const properties = {
      kinds: { type: 'array', items: { type: 'string', enum: ['pods', 'nodes'] } },
    } as const
    const lists = validation.request(
      defineRoute({ ...shared, method: 'GET', query: { type: 'object', properties } }),
    )
    const ask = (text: string) =>
      lists({ params: { name: 'web' }, query: new URLSearchParams(text), body: undefined }).query
    expect(ask('kinds=pods,nodes')).to.deep.equal({ kinds: ['pods', 'nodes'] })
    expect(issues(() => ask('kinds=pods,,secrets'))).to.deep.equal([
      { in: 'query', name: 'kinds', message: 'must be one of: pods, nodes' },
    ])
  })

  const wrong: [query: string, name: string, message: RegExp][] = [
    ['', 'namespace', /^is required$/],
    ['namespace=..', 'namespace', /RFC 1123 label/],
    ['namespace=a&namespace=a', 'namespace', /given once/],
    ['namespace[]=a', 'namespace', /without brackets/],
    ['namespace=a&tail=0x10', 'tail', /whole number in decimal digits/],
    ['namespace=a&tail=10001', 'tail', /<= 10000/],
    ['namespace=a&tail=99999999999999999999', 'tail', /whole number/],
    ['namespace=a&follow=yes', 'follow', /true or false/],
    ['namespace=a&since=0s', 'since', /longer than 0s/],
    ['namespace=a&since=x', 'since', /duration such as/],
    ['namespace=a&labelSelector=a,', 'labelSelector', /label selector: ends in ','/],
    ['namespace=a&continue=abc', 'limit', /^is required with continue$/],
    ['namespace=a&context=', 'context', /name of a context/],
  ]
  for (const [text, name, message] of wrong)
    it(`names the mistake of ?${text}`, () => {
      const [issue, ...more] = issues(() => query(text))
      expect(more).to.deep.equal([])
      expect(issue).to.deep.include({ in: 'query', name })
      expect(issue?.message).to.match(message)
    })

  it('names all mistakes at once, each where it is', () => {
    const found = issues(() =>
      check({ params: { name: '..' }, query: new URLSearchParams('tail=x&limit=0'), body: undefined }),
    )
    expect(found.map((one) => `${one.in} ${one.name}`).sort()).to.deep.equal([
      'path name',
      'query limit',
      'query namespace',
      'query tail',
    ])
  })

  it('takes closed bodies alone, and reads no mistake out of a hostile one', () => {
    const body = (value: unknown) =>
      issues(() => checkWrite({ params: { name: 'web' }, query: new URLSearchParams(), body: value }))
    expect(body({ namespace: 'shop', gracePeriodSeconds: 0 })).to.deep.equal([])
    expect(body({ namespace: 'shop', more: 1 })).to.deep.equal([
      { in: 'body', name: 'more', message: 'is not a field of this body' },
    ])
    expect(body(JSON.parse('{"namespace":"shop","__proto__":1}'))).to.have.nested.property(
      '[0].name',
      '__proto__',
    )
    expect(body([])).to.deep.equal([{ in: 'body', name: 'body', message: 'must be an object' }])
    expect(body({ namespace: 5 })).to.deep.equal([
      { in: 'body', name: 'namespace', message: 'must be a string' },
    ])
    expect(body({ namespace: 'shop', gracePeriodSeconds: 1.5 })).to.have.nested.property(
      '[0].name',
      'gracePeriodSeconds',
    )
    expect(body({ namespace: 'shop', ['\u001b[31m']: 1 }))
      .to.have.nested.property('[0].name')
      .that.does.not.include('\u001b')
  })

  it('holds answers against their schema', () => {
    const answer = validation.response(reads)
    expect(() => answer({ ok: true })).to.not.throw()
    expect(() => answer({ ok: true, more: 1 })).to.throw(ResponseMismatch, /GET \/api\/x/)
    expect(() => answer({})).to.throw(ResponseMismatch)
  })
})
