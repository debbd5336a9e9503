import { expect } from 'chai'
import { rawRequest, statusOf } from '../support/raw.ts'
import { openTarget, type Target } from '../support/target.ts'
import { call } from '../support/http.ts'

/** Path traversal payloads, sent percent-encoded in the path and as the value of every parameter. */
const HOSTILE = [
  '.',
  '..',
  '%2e',
  '%2e%2e',
  '.%2e',
  '..%2f',
  '%2f',
  '%252e%252e',
  '..;/',
  '\\',
  '%5c',
  '%00',
  'a/b',
  'a%2Flog',
  'a?x',
  'a#b',
  '',
  'a'.repeat(254),
  '\u2024\u2024',
  '\u2215',
  '\uFF0F',
  'A',
  'a_b',
  '-a',
  'a-',
  'a..b',
  'system:node:x',
  '__proto__',
]
const BROKEN = ['%ZZ', '%', '%2', '%c0%ae%c0%ae', '%e0%80%af', '%ff']

const NAMED: readonly (readonly [method: 'GET' | 'POST', path: string])[] = [
  ['GET', '/api/deployments/@'],
  ['GET', '/api/deployments/@/pods'],
  ['GET', '/api/deployments/@/events'],
  ['POST', '/api/deployments/@/restart'],
  ['GET', '/api/pods/@'],
  ['GET', '/api/pods/@/logs'],
  ['GET', '/api/pods/@/events'],
  ['POST', '/api/pods/@/restart'],
  ['GET', '/api/nodes/@'],
  ['GET', '/api/nodes/@/pods'],
  ['GET', '/api/nodes/@/events'],
]

describe('hostile names', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  async function untouched(work: () => Promise<void>): Promise<void> {
    const calls = await target.upstreamCalls()
    await work()
    expect(await target.upstreamCalls(), 'calls to the cluster').to.equal(calls)
  }

  for (const [method, path] of NAMED)
    it(`rejects hostile names in ${method} ${path} [T1]`, () =>
      untouched(async () => {
        const body = method === 'POST' ? '{"namespace":"default"}' : undefined
        for (const payload of HOSTILE) {
          const encoded = path.replace('@', encodeURIComponent(payload)) + '?namespace=default'
          expect([400, 404], encoded).to.include(
            statusOf(await rawRequest(target.api, method, encoded, body)),
          )
        }
        for (const payload of [...BROKEN, '.', '..', '%2e%2e', 'a%2Flog', '..%2f', '%00']) {
          const raw = path.replace('@', payload) + '?namespace=default'
          expect([400, 404], raw).to.include(statusOf(await rawRequest(target.api, method, raw, body)))
        }
      }))

  for (const parameter of ['namespace', 'node', 'context', 'labelSelector', 'continue', 'phase'])
    it(`rejects hostile names as the value of ${parameter} [T1]`, () =>
      untouched(async () => {
        // Skips payloads that are well-formed label selectors. Every payload is a well-formed context name,
        // but none is the name of a context.
        for (const payload of HOSTILE.filter(
          (one) => !(parameter === 'labelSelector' && /^(|A|a_b|a|__proto__|\.)$/.test(one)),
        )) {
          if (parameter === 'labelSelector' && /^(a{254}|a\.\.b|a\/b)$/.test(payload)) continue
          const path = `/api/pods?${parameter}=${encodeURIComponent(payload)}${parameter === 'continue' ? '&limit=1' : ''}`
          const { status, json } = await call(target.api, 'GET', path)
          expect(status, path).to.equal(400)
          expect(json['code']).to.equal('BAD_REQUEST')
        }
        for (const payload of BROKEN)
          expect((await call(target.api, 'GET', `/api/pods?${parameter}=${payload}`)).status).to.equal(400)
      }))

  it('rejects hostile names as the container of a log [T1]', () =>
    untouched(async () => {
      for (const payload of HOSTILE) {
        const { status } = await call(
          target.api,
          'GET',
          `/api/pods/a/logs?namespace=default&container=${encodeURIComponent(payload)}`,
        )
        expect(status, payload).to.equal(400)
      }
    }))

  it('a Pod restart never becomes the deletion of something else [T2]', () =>
    untouched(async () => {
      for (const name of ['%2e%2e', '%2e', '..', '.', '%2e%2e%2fdefault', 'a%2F..%2F..'])
        for (const method of ['POST', 'DELETE']) {
          const answer = await rawRequest(
            target.api,
            method,
            `/api/pods/${name}/restart`,
            '{"namespace":"default"}',
          )
          expect([400, 404, 405], name).to.include(statusOf(answer))
        }
    }))

  it('rejects hostile namespaces in bodies [T3]', () =>
    untouched(async () => {
      const wrong: unknown[] = [
        '..',
        'a/../b',
        '',
        '.',
        'A',
        5,
        ['a'],
        null,
        { a: 1 },
        true,
        'x'.repeat(60_000),
        '\u0000',
      ]
      for (const kind of ['deployments', 'pods'])
        for (const namespace of wrong) {
          const { status, json } = await call(target.api, 'POST', `/api/${kind}/web/restart`, { namespace })
          expect(status, JSON.stringify(namespace).slice(0, 40)).to.equal(400)
          expect(json['issues']).to.have.nested.property('[0].name', 'namespace')
        }
      const huge = await call(target.api, 'POST', '/api/pods/web/restart', {
        namespace: 'x'.repeat(1_000_000),
      })
      expect(huge.status).to.equal(413)
    }))

  it('bodies that reach for the prototype, hold extra fields, or are deep [T7]', () =>
    untouched(async () => {
      const bodies = [
        '{"namespace":"a","__proto__":{"x":1}}',
        '{"namespace":"a","constructor":{"prototype":{"x":1}}}',
        '{"namespace":"a","extra":1}',
        '{"__proto__":{"namespace":"a"}}',
        '[]',
        '"a"',
        '5',
        'null',
        '{',
        '',
        '['.repeat(30_000),
        `{"namespace":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      ]
      for (const body of bodies) {
        const { status, json } = await call(target.api, 'POST', '/api/pods/web/restart', body)
        expect(status, body.slice(0, 60)).to.equal(400)
        expect(json['code']).to.equal('BAD_REQUEST')
      }
      expect(Reflect.get({}, 'x')).to.equal(undefined)
    }))

  it('hostile lengths are refused at once [T8]', () =>
    untouched(async () => {
      const long = [
        'a'.repeat(7000),
        '1'.repeat(7000),
        `${'a'.repeat(3000)}!`,
        '(a|a)*'.repeat(800),
        'a-'.repeat(3500),
      ]
      for (const payload of long)
        for (const path of [
          `/api/pods?labelSelector=${payload}%21%21`,
          `/api/pods/x/logs?namespace=d&since=${payload}`,
          `/api/pods/${payload}?namespace=d`,
        ]) {
          const started = performance.now()
          const { status } = await call(target.api, 'GET', path)
          expect(status).to.equal(400)
          expect(performance.now() - started).to.be.below(5000)
        }
    }))

  it('control characters are neither taken nor sent back [T10]', () =>
    untouched(async () => {
      for (const payload of ['%0d%0aX-Injected:%201', '%00', '%1b%5b31m', '%0a', '%e2%80%a8']) {
        const { status, headers, text } = await call(
          target.api,
          'GET',
          `/api/pods?namespace=${payload}&context=${payload}`,
        )
        expect(status).to.equal(400)
        expect(headers.has('x-injected')).to.equal(false)
        // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
        expect(text).to.not.match(/[\u0000-\u001f]/)
      }
      const { headers } = await call(target.api, 'GET', '/api/pods?namespace=.', undefined, {
        'x-request-id': 'a b<script>',
      })
      expect(headers.get('x-request-id')).to.match(/^[\w-]{36}$/)
    }))

  it('refuses contexts that do not exist, whatever their name', () =>
    untouched(async () => {
      for (const name of ['nope', '__proto__', 'constructor', '../', 'toString', 'x'.repeat(512)]) {
        const { status, json } = await call(
          target.api,
          'GET',
          `/api/pods?context=${encodeURIComponent(name)}`,
        )
        expect([status, json['code']], name).to.deep.equal([400, 'BAD_REQUEST'])
      }
    }))
})
