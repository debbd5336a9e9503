import { expect } from 'chai'
import { Registry } from 'prom-client'
import { RequestMetrics } from './request-metrics.ts'

describe('request metrics', () => {
  it('export counters by status and histograms by route, as Prometheus reads them', async () => {
    const registry = new Registry()
    const metrics = new RequestMetrics(registry)
    metrics.series('GET', '/api/pods', 200).add(0.0004)
    metrics.series('GET', '/api/pods', 200).add(0.0005)
    metrics.series('GET', '/api/pods', 304).add(0.3)
    metrics.series('POST', '/api/pods/{name}/restart', 500).add(60)
    const lines = (await registry.metrics()).split('\n')
    const name = 'cluster_inspector_http_request'
    for (const line of [
      `${name}s_total{method="GET",route="/api/pods",status="200"} 2`,
      `${name}s_total{method="GET",route="/api/pods",status="304"} 1`,
      `${name}s_total{method="POST",route="/api/pods/{name}/restart",status="500"} 1`,
      `${name}_duration_seconds_bucket{le="0.0005",method="GET",route="/api/pods"} 2`,
      `${name}_duration_seconds_bucket{le="0.25",method="GET",route="/api/pods"} 2`,
      `${name}_duration_seconds_bucket{le="0.5",method="GET",route="/api/pods"} 3`,
      `${name}_duration_seconds_bucket{le="+Inf",method="GET",route="/api/pods"} 3`,
      `${name}_duration_seconds_count{method="GET",route="/api/pods"} 3`,
      `${name}_duration_seconds_bucket{le="15",method="POST",route="/api/pods/{name}/restart"} 0`,
      `${name}_duration_seconds_bucket{le="+Inf",method="POST",route="/api/pods/{name}/restart"} 1`,
      `# TYPE ${name}_duration_seconds histogram`,
      `# TYPE ${name}s_total counter`,
    ])
      expect(lines).to.include(line)
    const sum = lines.find((line) => line.startsWith(`${name}_duration_seconds_sum{method="GET"`))
    expect(Number(sum?.split(' ').at(-1))).to.be.closeTo(0.3009, 1e-9)
  })
})
