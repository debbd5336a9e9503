import { expect } from 'chai'
import { tooManyRequests } from '../support/demo/fault-actions.ts'
import { startDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { pod } from '../support/churn.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import type { ObservedRequest } from '../../server/demo/cluster.ts'

describe('a read of a cluster that responds 429 [F7]', () => {
  let demo: DemoCluster
  let service: RunningServer

  before(async () => {
    demo = await startDemoCluster({ pace: 'fast', controllers: false })
    demo.apply(pod('one'))
    service = await serveCluster(demo.url, demo.token)
  })
  afterEach(() => demo.faults.clear())
  after(async () => {
    await service.stop()
    await demo.close()
  })

  const reads: [what: string, path: string, asks: (seen: ObservedRequest) => boolean][] = [
    [
      'a list',
      '/api/pods?namespace=default',
      ({ url }) => url.startsWith('/api/v1/namespaces/default/pods?limit='),
    ],
    [
      'an object',
      '/api/pods/one?namespace=default',
      ({ url }) => url === '/api/v1/namespaces/default/pods/one',
    ],
    ['a log', '/api/pods/one/logs?namespace=default', ({ url }) => url.includes('/pods/one/log?')],
  ]
  const get = async (path: string) => {
    const startedAt = performance.now()
    const { status, json } = await call(`http://127.0.0.1:${service.port}`, 'GET', path, undefined, {
      'cache-control': 'no-cache',
    })
    return { status, details: json['details'], milliseconds: performance.now() - startedAt }
  }

  for (const [what, path, asks] of reads)
    it(`waits and asks again (${what})`, async () => {
      const expected = (await get(path)).status
      const fault = demo.faults.inject({ when: asks, action: tooManyRequests(1), times: 1 })
      const { status, milliseconds } = await get(path)
      expect([status, fault.met]).to.deep.equal([expected, 1])
      expect(milliseconds).to.be.within(950, 6000)
    })

  for (const code of [500, 502, 503, 504])
    it(`waits and asks again where a ${code} says when, as client-go does`, async () => {
      const [, path, asks] = reads[0] ?? ['', '', () => false]
      const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code })
      const answer = (seconds: string | undefined) =>
        demo.faults.inject({
          when: asks,
          times: 1,
          action: (_request, response) => {
            const header = seconds === undefined ? {} : { 'retry-after': seconds }
            response.writeHead(code, { 'content-type': 'application/json', ...header }).end(body)
          },
        })
      const fault = answer('0')
      expect([(await get(path)).status, fault.met]).to.deep.equal([200, 1])
      answer(undefined)
      expect((await get(path)).status, 'without Retry-After').to.equal(500)
      answer('Fri, 27 Nov 2026 00:00:00 GMT')
      expect((await get(path)).status, 'a date').to.equal(500)
    })

  it('responds 500 with the cause if the cluster asks to slow down again and again', async () => {
    const [, path, asks] = reads[0] ?? ['', '', () => false]
    const fault = demo.faults.inject({ when: asks, action: tooManyRequests(1) })
    const { status, details } = await get(path)
    expect([status, fault.met]).to.deep.equal([500, 3])
    expect(details).to.match(/^the API server answered 429/)
  })
})
