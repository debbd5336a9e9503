import { expect } from 'chai'
import type { RunningServer } from '../../server/app/server.ts'
import { openDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { respond } from '../support/demo/fault-actions.ts'
import { call } from '../support/http.ts'
import { serveWarm } from '../support/serve.ts'

describe('a cluster whose metrics API fails [F14]', () => {
  let demo: DemoCluster
  let service: RunningServer

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false })
    service = await serveWarm(demo.url, demo.token)
  })

  const get = (path: string) => call(`http://127.0.0.1:${service.port}`, 'GET', path)
  const isMetrics = ({ url }: { url: string }) => url.startsWith('/apis/metrics.k8s.io/')

  for (const [code, words] of [
    [404, 'install metrics-server'],
    [503, 'the metrics API of the cluster does not answer'],
  ] as const)
    it(`responds 503 and says what to do for a ${code} of the API server, and serves the rest`, async () => {
      const fault = demo.faults.inject({ when: isMetrics, action: respond({ code }) })
      for (const path of ['/api/metrics/pods', '/api/metrics/pods?namespace=shop', '/api/metrics/nodes']) {
        const { status: answered, json, headers } = await get(path)
        expect([path, answered, json['code']]).to.deep.equal([path, 503, 'UNAVAILABLE'])
        expect(json['error']).to.include(words)
        expect(headers.get('retry-after')).to.equal('30')
      }
      expect((await get('/api/pods?namespace=shop')).status).to.equal(200)
      fault.lift()
      expect((await get('/api/metrics/pods')).status).to.equal(200)
    })

  it('requests one list for a hundred callers', async () => {
    let lists = 0
    demo.onRequest((request) => {
      if (isMetrics(request)) lists++
    })
    await Promise.all(Array.from({ length: 100 }, () => get('/api/metrics/pods?namespace=shop')))
    expect(lists).to.equal(1)
  })
})
