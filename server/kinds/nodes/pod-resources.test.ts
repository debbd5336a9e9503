import { expect } from 'chai'
import { formatBytes, formatCpu } from '../../core/formats/quantity.ts'
import type { Pod } from '../pods/model.ts'
import type { Container, ResourceList } from '../pods/model.ts'
import { metadata } from '../../testing/metadata.ts'
import { type Amounts, podLimits, podRequests } from './pod-resources.ts'

const asks = (cpu: string, memory?: string): Container => {
  const list: ResourceList = { cpu, ...(memory !== undefined && { memory }) }
  return { name: 'c', resources: { requests: list, limits: list } }
}
const sidecar = (cpu: string): Container => ({ ...asks(cpu), restartPolicy: 'Always' })
const text = ({ cpu, memory }: Amounts) => [
  ...(cpu === undefined ? [] : [formatCpu(cpu)]),
  ...(memory === undefined ? [] : [formatBytes(memory)]),
]

describe('podRequests and podLimits', () => {
  const cases: [what: string, spec: Pod['spec'], requests: string[], limits: string[]][] = [
    ['no spec', undefined, [], []],
    ['nothing asked', { containers: [{ name: 'a' }, { name: 'b', resources: null }] }, [], []],
    [
      'the sum',
      { containers: [asks('100m', '64Mi'), asks('1', '64Mi')] },
      ['1100m', '128Mi'],
      ['1100m', '128Mi'],
    ],
    ['init is less', { containers: [asks('1')], initContainers: [asks('500m')] }, ['1'], ['1']],
    ['init is more', { containers: [asks('1')], initContainers: [asks('2'), asks('3')] }, ['3'], ['3']],
    [
      'more of one resource alone',
      { containers: [asks('1', '1Gi')], initContainers: [asks('2', '64Mi')] },
      ['2', '1Gi'],
      ['2', '1Gi'],
    ],
    [
      'a sidecar runs along',
      { containers: [asks('1')], initContainers: [sidecar('200m')] },
      ['1200m'],
      ['1200m'],
    ],
    [
      'init with the sidecars before it',
      { containers: [asks('1')], initContainers: [sidecar('500m'), asks('2'), sidecar('300m')] },
      ['2500m'],
      ['2500m'],
    ],
    [
      'an init container before the sidecar runs alone',
      { containers: [asks('1')], initContainers: [asks('2'), sidecar('1')] },
      ['2'],
      ['2'],
    ],
    [
      'overhead on what is asked; on limits only where there is one',
      {
        containers: [{ name: 'a', resources: { limits: { cpu: '1', memory: '0' } } }],
        overhead: { cpu: '250m', memory: '120Mi' },
      },
      ['250m', '120Mi'],
      ['1250m', '0'],
    ],
    [
      'the Pod as a whole',
      {
        containers: [asks('1', '1Gi')],
        resources: { requests: { cpu: '3' }, limits: { cpu: '4' } },
        overhead: { cpu: '1' },
      },
      ['4', '1Gi'],
      ['5', '1Gi'],
    ],
    [
      'nulls as Go writes them',
      { containers: null, initContainers: null, overhead: null, resources: null },
      [],
      [],
    ],
    ['no quantity', { containers: [asks('lots', '1Gi')] }, ['1Gi'], ['1Gi']],
  ]
  for (const [what, spec, requests, limits] of cases)
    it(what, () => {
      const pod: Pod = { metadata: metadata(), ...(spec && { spec }) }
      expect(text(podRequests(pod)), 'requests').to.deep.equal(requests)
      expect(text(podLimits(pod)), 'limits').to.deep.equal(limits)
    })

  const resized = (reason?: string): Pod => ({
    metadata: metadata(),
    spec: {
      containers: [{ ...asks('2'), name: 'a' }],
      initContainers: [asks('5'), { ...sidecar('100m'), name: 's' }],
    },
    status: {
      ...(reason !== undefined && { conditions: [{ type: 'PodResizePending', status: 'True', reason }] }),
      containerStatuses: [
        { name: 'a', resources: { requests: { cpu: '1' } }, allocatedResources: { cpu: '7' } },
      ],
      initContainerStatuses: [
        { name: 's', resources: { requests: { cpu: '1' } } },
        // The requests of an init container that has completed do not count.
        { name: 'c', resources: { requests: { cpu: '90' } } },
      ],
    },
  })
  it('counts the greatest of wanted, granted and actual in a resize', () => {
    expect(text(podRequests(resized()))).to.deep.equal(['8'])
    expect(text(podRequests(resized('Deferred')))).to.deep.equal(['8'])
    expect(text(podLimits(resized()))).to.deep.equal(['5'])
  })
  it('counts what was granted where the resize cannot be done', () => {
    const pod = resized('Infeasible')
    const granted = [{ name: 'a', resources: { requests: { cpu: '1' } } }]
    const shown = podRequests({
      ...pod,
      spec: { containers: [{ ...asks('20'), name: 'a' }] },
      status: { ...pod.status, containerStatuses: granted },
    })
    expect(text(shown)).to.deep.equal(['1'])
  })
})
