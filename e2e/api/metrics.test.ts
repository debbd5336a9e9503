import { expect } from 'chai'
import { call } from '../support/http.ts'
import { openTarget, type Target } from '../support/target.ts'

interface Usage {
  metrics: Record<string, unknown>[]
  timestamp?: string
}

describe('metrics', () => {
  let target: Target
  before(async function () {
    target = await openTarget()
    const { groups } = await target.kube.get<{ groups: { name: string }[] }>('/apis')
    // e2e/cluster/metrics.test.ts looks at clusters with and without metrics.
    if (!groups.some(({ name }) => name === 'metrics.k8s.io')) this.skip()
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    call(target.api, 'GET', path, undefined, headers)

  it('lists the usage of each container with its resources', async () => {
    const live = await get('/api/metrics/pods', { 'cache-control': 'no-cache' })
    const { items } = await target.kube.get<{
      items: { metadata: { name: string }; containers: unknown[] }[]
    }>('/apis/metrics.k8s.io/v1beta1/pods')
    expect([live.status, live.headers.get('x-cache')]).to.deep.equal([200, 'bypass'])
    const { metrics } = live.json as unknown as Usage
    expect(metrics.length).to.be.above(5)
    expect(metrics.length).to.be.closeTo(items.flatMap(({ containers }) => containers).length, 3)
    for (const one of metrics) {
      expect(one['cpuMillicores']).to.be.a('number')
      expect(one['memoryBytes']).to.be.above(0)
    }
  })

  it('reads the metrics API once in 15 s, and says how old its data is', async () => {
    await get('/api/metrics/pods?namespace=kube-system')
    const { status, headers } = await get('/api/metrics/pods?namespace=kube-system')
    expect([status, headers.get('x-cache')]).to.deep.equal([200, 'hit'])
    expect(Number(headers.get('x-cache-age-ms'))).to.be.within(0, 15_000)
  })

  it('lists the usage of the Pods of a Deployment alone', async () => {
    const { json } = await get('/api/metrics/pods?namespace=kube-system&deployment=coredns')
    const { metrics } = json as unknown as Usage
    expect(metrics.length).to.be.above(0)
    for (const { pod } of metrics) expect(pod).to.match(/^coredns-/)
    const none = await get('/api/metrics/pods?namespace=kube-system&deployment=none')
    expect([none.status, none.json['deployment']]).to.deep.equal([404, 'none'])
    const everywhere = await get('/api/metrics/pods?deployment=coredns')
    expect([everywhere.status, everywhere.json['error']]).to.deep.equal([
      400,
      'namespace is required with deployment',
    ])
  })

  it('lists the usage of nodes with their shares of what can be allocated', async () => {
    const { status, json } = await get('/api/metrics/nodes')
    const { metrics, timestamp } = json as unknown as Usage
    expect(status).to.equal(200)
    expect(timestamp).to.be.a('string')
    expect(metrics.length).to.be.above(0)
    for (const one of metrics) {
      expect(one['cpuPercent']).to.be.within(0, 100)
      expect(one['memoryPercent']).to.be.within(0, 100)
    }
  })
})
