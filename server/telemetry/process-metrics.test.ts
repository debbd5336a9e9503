import { expect } from 'chai'
import { Registry } from 'prom-client'
import { backgroundFailureCounter } from './process-metrics.ts'

describe('the counter of failures of background work', () => {
  it('has a bounded number of series, whatever the work is called', async () => {
    const registry = new Registry()
    const count = backgroundFailureCounter(registry)
    for (let n = 0; n < 200; n++) count(`work ${n}`)
    count('work 0')
    const series = (await registry.metrics()).split('\n').filter((line) => line.includes('{work='))
    expect(series).to.have.length(101)
    expect(series).to.include('cluster_inspector_background_failures_total{work="work 0"} 2')
    expect(series).to.include('cluster_inspector_background_failures_total{work="other"} 100')
  })
})
