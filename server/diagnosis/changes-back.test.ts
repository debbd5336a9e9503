import { expect } from 'chai'
import { changesBack } from './changes-back.ts'

const spec = (fields: object) => ({ containers: [{ name: 'app', image: 'web:1', ...fields }] }) as never
const AT = '/spec/template/spec/containers/0'

describe('changesBack', () => {
  it('names values that differ, with those from before', () => {
    const before = {
      image: 'web:1',
      resources: { limits: { memory: '64Mi', 'example.com/gpu': 1 } },
      readinessProbe: { httpGet: { port: 80 }, periodSeconds: 10 },
    }
    const now = {
      image: 'web:2',
      resources: { limits: { memory: '8Mi', 'example.com/gpu': 2 } },
      readinessProbe: { httpGet: { port: 81 }, periodSeconds: 1 },
    }
    expect(changesBack(spec(before), spec(now))).to.deep.equal([
      { pointer: `${AT}/image`, from: 'web:2', value: 'web:1' },
      { pointer: `${AT}/resources/limits/memory`, from: '8Mi', value: '64Mi' },
      { pointer: `${AT}/resources/limits/example.com~1gpu`, from: 2, value: 1 },
      { pointer: `${AT}/readinessProbe/httpGet/port`, from: 81, value: 80 },
      { pointer: `${AT}/readinessProbe/periodSeconds`, from: 1, value: 10 },
    ])
  })

  const incomplete: readonly (readonly [title: string, before: object, now: object])[] = [
    ['nothing differs', {}, {}],
    ['a value is new', {}, { resources: { limits: { memory: '8Mi' } } }],
    ['a value is gone', { resources: { limits: { memory: '8Mi' } } }, {}],
    [
      'a value has another type',
      { resources: { limits: { cpu: 1 } } },
      { resources: { limits: { cpu: '1' } } },
    ],
    ['an argument differs', { image: 'web:1', args: ['--key=a'] }, { image: 'web:2', args: ['--key=b'] }],
    [
      'a variable differs',
      { image: 'web:1', env: [{ name: 'KEY', value: 'a' }] },
      { image: 'web:2', env: [{ name: 'KEY', value: 'b' }] },
    ],
    [
      'an image has a password',
      { image: 'https://ada:hunter2@registry.example.com/web' },
      { image: 'web:2' },
    ],
    [
      'a probe has another path',
      { livenessProbe: { httpGet: { path: '/?token=a' } } },
      { livenessProbe: { httpGet: { path: '/' } } },
    ],
    ['a list has another length', { ports: [{}] }, { ports: [] }],
  ]
  for (const [title, before, now] of incomplete)
    it(`names none if ${title}`, () => {
      expect(changesBack(spec(before), spec(now))).to.equal(undefined)
    })

  it('ends at a depth', () => {
    const nested = (depth: number, leaf: string): object =>
      depth === 0 ? { leaf } : { a: nested(depth - 1, leaf) }
    expect(changesBack(spec(nested(5000, 'a')), spec(nested(5000, 'b')))).to.equal(undefined)
  })
})
