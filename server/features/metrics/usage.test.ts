import { expect } from 'chai'
import { metadata } from '../../testing/metadata.ts'
import { nodeUsage, podUsage } from './usage.ts'

const measurement = { timestamp: '2026-11-27T11:59:45Z', window: '15.2s' }
const pod = (name: string, containers: { name: string; usage: Record<string, string> }[]) => ({
  ...measurement,
  metadata: metadata({ name }),
  containers,
})

describe('usage by container', () => {
  it('has the figures of kubectl top: rounded up, and shares of the limits rounded down', () => {
    const limits = { cpu: '500m', memory: '128Mi' }
    const found = podUsage(
      [pod('web-1', [{ name: 'web', usage: { cpu: '12345678n', memory: '24528Ki' } }])],
      () => new Map([['web', { requests: { cpu: '50m' }, limits }]]),
    )
    expect(found).to.deep.equal({
      metrics: [
        {
          pod: 'web-1',
          namespace: 'shop',
          container: 'web',
          cpu: '12345678n',
          memory: '24528Ki',
          cpuMillicores: 13,
          memoryBytes: 25_116_672,
          requests: { cpu: '50m' },
          limits,
          cpuPercentOfLimit: 2,
          memoryPercentOfLimit: 18,
        },
      ],
      ...measurement,
    })
  })

  it('has no share of what has no limit, or a limit of zero', () => {
    const resources = new Map([['web', { requests: {}, limits: { cpu: '0' } }]])
    const [one] = podUsage(
      [pod('a', [{ name: 'web', usage: { cpu: '1', memory: '1' } }])],
      () => resources,
    ).metrics
    expect(one).to.not.have.any.keys('cpuPercentOfLimit', 'memoryPercentOfLimit')
  })

  it('is ordered, and leaves out Pods that are not shown', () => {
    const usage = { cpu: '1m', memory: '1Mi' }
    const all = [
      pod('b', [
        { name: 'y', usage },
        { name: 'x', usage },
      ]),
      pod('hidden', [{ name: 'x', usage }]),
      pod('a', [{ name: 'z', usage }]),
    ]
    const { metrics } = podUsage(all, ({ name }) => (name === 'hidden' ? undefined : new Map()))
    expect(metrics.map((one) => `${one.pod}/${one.container}`)).to.deep.equal(['a/z', 'b/x', 'b/y'])
  })

  it('has the time of the newest measurement, and none without one', () => {
    const older = { ...pod('a', []), timestamp: '2026-11-27T11:59:00Z' }
    expect(podUsage([older, pod('b', [])], () => new Map())).to.deep.equal({ metrics: [], ...measurement })
    expect(podUsage([], () => new Map())).to.deep.equal({ metrics: [] })
  })

  it('is zero where the metrics API sends nothing that can be read', () => {
    const odd = { metadata: metadata({ name: 'a' }), containers: [{ name: 'x', usage: { cpu: 'lots' } }, {}] }
    expect(podUsage([odd], () => new Map()).metrics.map(({ cpuMillicores }) => cpuMillicores)).to.deep.equal([
      0, 0,
    ])
  })
})

describe('usage by node', () => {
  it('has shares of what a node can allocate, and no nodes that are gone', () => {
    const measured = ['worker-1', 'gone'].map((name) => ({
      ...measurement,
      metadata: metadata({ name }),
      usage: { cpu: '1500m', memory: '2Gi' },
    }))
    const found = nodeUsage(measured, new Map([['worker-1', { cpu: '4', memory: '16Gi' }]]))
    expect(found.metrics).to.deep.equal([
      {
        node: 'worker-1',
        cpu: '1500m',
        memory: '2Gi',
        cpuMillicores: 1500,
        memoryBytes: 2_147_483_648,
        allocatable: { cpu: '4', memory: '16Gi' },
        cpuPercent: 37,
        memoryPercent: 12,
      },
    ])
  })
})
