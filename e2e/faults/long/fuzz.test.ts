import { expect } from 'chai'
import * as fc from 'fast-check'
import { routes } from '../../../server/app/routes.ts'
import type { DemoCluster } from '../../support/demo-cluster.ts'
import type { RunningServer } from '../../../server/app/server.ts'
import { openDemoCluster } from '../../support/demo-cluster.ts'
import { textOf } from '../../support/http.ts'
import { serveCluster } from '../../support/serve.ts'

/** `make faults` asks for 100,000, CI for 3,000. */
const CASES = Number(process.env['FUZZ_CASES'] ?? 3000)
const AT_ONCE = 50

type Json = Record<string, unknown>

/** Generates values that are valid for some parameter, and values that are valid for none. */
const value = fc.oneof(
  fc.constantFrom(
    'default',
    'shop',
    'kube-system',
    'web',
    'a.b',
    'true',
    'false',
    '0',
    '1',
    '5000',
    '10001',
    '-1',
    '1e3',
    '5m',
    '0s',
    '1h30m',
    'app=web',
    'app in (a,b)',
    '!app',
    'a,,b',
    'Running',
    'Pending',
    'test',
    '..',
    '%2e%2e',
    '__proto__',
    'null',
    '[]',
    '*',
    '\u0000',
    '\r\nX: y',
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

/** Generates query parameters: mostly names that the route declares, mostly without repetition. */
function parametersOf(names: readonly string[]): fc.Arbitrary<[string, string][]> {
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.string({ maxLength: 10 }) },
  )
  return fc.array(fc.tuple(name, value), { maxLength: 5 })
}

const storage = fc.dictionary(
  fc.constantFrom('-mode', '-github', '-cluster-aliases', '-critical-issues-settings', '-sidebar-pins', 'x'),
  fc.oneof(fc.jsonValue(), value, fc.record({ state: fc.jsonValue() })),
)

const body = fc.oneof(
  fc.record({ namespace: value }),
  fc.record({ contextName: value, alias: value }),
  fc.record({ path: value, pinned: fc.boolean() }),
  fc.record({ filePath: value, content: value }),
  fc.record({ storage }),
  fc.record({ namespace: fc.jsonValue(), gracePeriodSeconds: fc.jsonValue() }, { requiredKeys: [] }),
  fc.jsonValue(),
)

/**
 * Generates a test case: a declared route with hostile and harmless values in every place that takes a value.
 */
const cases = fc.constantFrom(...routes).chain((route) =>
  fc.record({
    route: fc.constant(route),
    name: value,
    query: parametersOf(
      ['namespace', ...Object.keys(route.query.properties)].filter((one) => one !== 'follow'),
    ),
    body,
    header: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
  }),
)

describe('fuzzed requests [T11]', () => {
  let demo: DemoCluster
  let service: RunningServer
  before(async () => {
    demo = await openDemoCluster({ pace: 'fast' })
    service = await serveCluster(demo.url, demo.token)
  })

  it(`responds as the contract says, ${CASES} times`, async function () {
    this.timeout(600_000)
    await fc.assert(
      fc.asyncProperty(fc.array(cases, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (batch) => {
        await Promise.all(batch.map((one) => ask(one)))
      }),
      { numRuns: Math.ceil(CASES / AT_ONCE), endOnFailure: true },
    )
  })

  async function ask({
    route,
    name,
    query,
    body: sent,
    header,
  }: typeof cases extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    const path = route.path.replace('{name}', encodeName(name))
    const url = `http://127.0.0.1:${service.port}${path}?${new URLSearchParams(query).toString()}`
    const posts = route.method === 'POST'
    const response = await fetch(url, {
      method: route.method,
      redirect: 'error',
      headers: { 'x-request-id': header.trim(), ...(posts ? { 'content-type': 'application/json' } : {}) },
      ...(posts ? { body: JSON.stringify(sent) } : {}),
    })
    const text = await textOf(response)
    const what = `${route.method} ${url}: ${response.status} ${text.slice(0, 300)}`
    // The service validates its responses in this suite: one that violates its schema becomes a 500.
    const isUnconfigured = response.status === 501 && route.problems.includes('NOT_CONFIGURED')
    expect(response.status < 500 || isUnconfigured, what).to.equal(true)
    if (response.status === 200) return
    const json = JSON.parse(text) as Json
    expect(json, what).to.include.keys('error', 'code')
    if (response.status === 400) expect(json['issues'], what).to.be.an('array')
    for (const [key, seen] of response.headers) expect(`${key}: ${seen}`, what).to.match(/^[\x20-\x7e]*$/)
  }
})

/**
 * Encodes a name for the path. A name that is empty or consists of one or two dots is replaced by an encoded
 * space, because fetch would resolve it.
 */
function encodeName(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed())
  return encoded === '.' || encoded === '..' || encoded === '' ? '%20' : encoded
}
