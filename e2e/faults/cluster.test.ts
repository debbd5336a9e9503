import { expect } from 'chai'
import {
  gone,
  hang,
  hangAfterHeaders,
  internalError,
  reset,
  respond,
  tooManyRequests,
} from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { Action } from '../support/demo/faults.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import { until } from '../support/until.ts'
import type { ObservedRequest } from '../../server/demo/cluster.ts'

describe('a cluster that fails a live read', () => {
  let demo: DemoCluster
  let service: RunningServer
  let base: string
  const isLiveList = ({ url }: ObservedRequest) => url.startsWith('/api/v1/pods?limit=')

  before(async () => {
    demo = await openDemoCluster({ pace: 'fast', bulk: { pods: 1200, nodes: 3, namespaces: 4 } })
    service = await serveCluster(demo.url, demo.token, {
      settings: { requestTimeout: '3s' },
      contexts: { down: { url: 'http://127.0.0.1:1', token: 'x' } },
    })
    base = `http://127.0.0.1:${service.port}`
  })
  afterEach(() => demo.faults.clear())

  const fresh = { 'cache-control': 'no-cache' }
  const get = (path: string) => call(base, 'GET', path, undefined, fresh)
  const pods = () => get('/api/pods')

  const failures: [id: string, what: string, action: Action, details: RegExp][] = [
    ['F6', 'accepts and never answers', hang(), /time-out/],
    ['F6', 'stops after its headers', hangAfterHeaders(), /time-out/],
    ['F6', 'resets every connection', reset(), /closed the connection|connection was reset/],
    ['F7', 'asks to slow down', tooManyRequests(5), /^the API server answered 429: too many requests/],
    [
      'F4',
      'has lost its etcd',
      internalError(),
      /^the API server answered 500: etcdserver: request timed out/,
    ],
    [
      'F20',
      'answers something else than JSON',
      respond({ code: 200, body: '<html>a proxy</html>' }),
      /^the response is not JSON$/,
    ],
    [
      'F20',
      'answers something else than a list',
      respond({ code: 200, body: { items: {} } }),
      /^no items in the response$/,
    ],
    ['F20', 'answers null', respond({ code: 200, body: 'null' }), /^no items in the response$/],
  ]
  for (const [id, what, action, details] of failures)
    it(`responds 500 with the cause, within the deadline, if it ${what} [${id}]`, async () => {
      const fault = demo.faults.inject({ when: isLiveList, action })
      const started = performance.now()
      const { status, json } = await pods()
      // The deadline is 3 s; a busy machine adds to it.
      expect(performance.now() - started).to.be.below(10_000)
      expect([status, json['code']]).to.deep.equal([500, 'INTERNAL_ERROR'])
      expect(json['error']).to.match(/^(could not|the response of the cluster) /)
      expect(json['details']).to.match(details)
      expect(Object.keys(json)).to.have.members(['error', 'code', 'details'])
      expect(fault.met).to.equal(1)
      demo.faults.clear()
      await until('a read to succeed', async () => ((await pods()).status === 200 ? true : undefined))
    })

  it('responds 500 with the address for a cluster that does not exist, and stays ready [F6]', async () => {
    const { status, json } = await call(base, 'GET', '/api/pods?context=down')
    expect([status, json['details']]).to.deep.equal([500, 'connect ECONNREFUSED 127.0.0.1:1'])
    for (const path of ['/healthz', '/readyz'])
      expect((await call(`http://127.0.0.1:${service.metricsPort}`, 'GET', path)).status).to.equal(200)
  })

  it('starts a list again that expires while it is read in pages [F3]', async () => {
    const whole = ((await pods()).json['pods'] as unknown[]).length
    expect(whole).to.be.greaterThan(1200)
    const fault = demo.faults.inject({
      when: ({ url }) => url.includes('continue='),
      times: 1,
      action: gone(),
    })
    const { status, json } = await pods()
    expect([status, (json['pods'] as unknown[]).length, fault.met]).to.deep.equal([200, whole, 1])
  })

  it('fails, without half a list, if every list expires [F3]', async () => {
    demo.faults.inject({ when: ({ url }) => url.includes('continue='), action: gone() })
    const { status, json } = await pods()
    expect([status, json['code']]).to.deep.equal([500, 'INTERNAL_ERROR'])
  })

  it("responds 410 EXPIRED for the caller's own continue token that has expired [F3]", async () => {
    const { json } = await get('/api/pods?limit=5')
    demo.faults.compact()
    const { status, json: body } = await get(`/api/pods?limit=5&continue=${String(json['continue'])}`)
    expect([status, body['code']]).to.deep.equal([410, 'EXPIRED'])
  })

  it('counts its calls by what came back, never by URL', async () => {
    const { text } = await call(`http://127.0.0.1:${service.metricsPort}`, 'GET', '/metrics')
    for (const code of ['200', '410', '429', '500', 'timeout', 'unreachable'])
      expect(text, code).to.match(
        new RegExp(
          `cluster_inspector_kube_requests_total\\{context="(test|down)",verb="list",resource="pods",code="${code}"\\} \\d+`,
        ),
      )
    expect(text).to.not.include('continue=')
  })

  it('reports a connection test that outlasts the deadline of its request as a time-out [F6]', async () => {
    demo.faults.inject({ when: ({ url }) => url.includes('selfsubjectreviews'), action: hang() })
    const { status, json } = await get('/api/test-connection')
    expect(status).to.equal(500)
    expect(json).to.include({ error: 'the cluster did not answer in time', code: 'INTERNAL_ERROR' })
    expect(json['details']).to.match(/time-out/)
  })
})
