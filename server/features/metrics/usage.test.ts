import { expect } from 'chai'
import { metadata } from '../../testing/metadata.ts'
import { MalformedObjectError } from '../../cluster/malformed-object.ts'
import type { PodMetrics } from '../../kinds/metrics/kinds.ts'
import { measuredPod } from './observations.ts'
import { nodeUsage, podUsage } from './usage.ts'

const measurement = { timestamp: '2026-11-27T11:59:45Z', window: '15.2s' }
/** The resources of a container of a Pod. */
const resources = (name: string, container: string, requests = {}, limits = {}) => ({
  name,
  namespace: 'shop',
  containers: [{ name: container, requests, limits }],
})
const pod = (name: string, containers: { name: string; usage: Record<string, string> }[]) => ({
  ...measurement,
  name,
  namespace: 'shop',
  containers,
})

describe('usage by container', () => {
  it('has the figures of kubectl top: rounded up, and shares of the limits rounded down', () => {
    const limits = { cpu: '500m', memory: '128Mi' }
    const found = podUsage(
      [pod('web-1', [{ name: 'web', usage: { cpu: '12345678n', memory: '24528Ki' } }])],
      [resources('web-1', 'web', { cpu: '50m' }, limits)],
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
    const measured = [pod('a', [{ name: 'web', usage: { cpu: '1', memory: '1' } }])]
    const [one] = podUsage(measured, [resources('a', 'web', {}, { cpu: '0' })]).metrics
    expect(one).to.not.have.any.keys('cpuPercentOfLimit', 'memoryPercentOfLimit')
  })

  it('has an order, and leaves out Pods that are not shown', () => {
    const usage = { cpu: '1m', memory: '1Mi' }
    const all = [
      pod('b', [
        { name: 'y', usage },
        { name: 'x', usage },
      ]),
      pod('hidden', [{ name: 'x', usage }]),
      pod('a', [{ name: 'z', usage }]),
    ]
    const { metrics } = podUsage(
      all,
      ['a', 'b'].map((name) => resources(name, 'x')),
    )
    expect(metrics.map((one) => `${one.pod}/${one.container}`)).to.deep.equal(['a/z', 'b/x', 'b/y'])
  })

  it('has the time of the newest measurement, and none without one', () => {
    const older = { ...pod('a', []), timestamp: '2026-11-27T11:59:00Z' }
    const pods = ['a', 'b'].map((name) => resources(name, 'x'))
    expect(podUsage([older, pod('b', [])], pods)).to.deep.equal({ metrics: [], ...measurement })
    expect(podUsage([], pods)).to.deep.equal({ metrics: [] })
    expect(podUsage([{ ...older, timestamp: 'soon' }], pods)).to.deep.equal({ metrics: [] })
  })

  it('counts as zero if the metrics API sends nothing that can be read', () => {
    const measured = {
      metadata: metadata({ name: 'a' }),
      containers: [{ name: 'x', usage: { cpu: 'lots' } }, {}],
    }
    const found = podUsage([measuredPod(measured)], [resources('a', 'x')])
    expect(found.metrics.map(({ cpuMillicores }) => cpuMillicores)).to.deep.equal([0, 0])
  })

  it('leaves out objects with fields of another type', () => {
    const wrong = [{ containers: 7 }, { containers: [{ usage: 'x' }] }, { timestamp: 5 }, { window: {} }]
    for (const fields of wrong) {
      const object = { metadata: metadata(), ...fields } as unknown as PodMetrics
      expect(() => measuredPod(object), JSON.stringify(fields)).to.throw(MalformedObjectError)
    }
  })
})

describe('usage by node', () => {
  it('has shares of what a node can allocate, and no nodes that are gone', () => {
    const measured = ['worker-1', 'gone'].map((name) => ({
      ...measurement,
      name,
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
