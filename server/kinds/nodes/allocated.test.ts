import { expect } from 'chai'
import type { Node } from './model.ts'
import type { Pod } from '../pods/model.ts'
import type { ResourceList } from '../pods/model.ts'
import { metadata } from '../../testing/metadata.ts'
import { allocated } from './allocated.ts'

const node = (allocatable?: ResourceList | null, capacity?: ResourceList | null): Node => ({
  metadata: metadata({ name: 'node-1' }),
  status: { ...(allocatable !== undefined && { allocatable }), ...(capacity !== undefined && { capacity }) },
})
const pod = (requests: ResourceList, limits: ResourceList = {}, phase = 'Running'): Pod => ({
  metadata: metadata(),
  spec: { containers: [{ name: 'a', resources: { requests, limits } }] },
  status: { phase },
})
const nothing = { requests: '0', limits: '0', percent: 0, limitsPercent: 0 }

describe('allocated', () => {
  it('sums the Pods that have not ended, and shares rounded down', () => {
    const pods = [
      pod({ cpu: '100m', memory: '128Mi' }, { cpu: '4', memory: '256Mi' }),
      pod({ cpu: '1', memory: '128Mi' }, { cpu: '2' }, 'Pending'),
      pod({ cpu: '29m' }, {}, 'Unknown'),
      pod({ cpu: '50', memory: '50Gi' }, { cpu: '50' }, 'Succeeded'),
      pod({ cpu: '50', memory: '50Gi' }, { cpu: '50' }, 'Failed'),
      { metadata: metadata() },
    ]
    expect(allocated(node({ cpu: '3920m', memory: '1Gi', pods: '110' }, { cpu: '4' }), pods)).to.deep.equal({
      cpu: { requests: '1129m', limits: '6', percent: 28, limitsPercent: 153 },
      memory: { requests: '256Mi', limits: '256Mi', percent: 25, limitsPercent: 25 },
      pods: { requests: '4', limits: '4', percent: 3, limitsPercent: 3 },
    })
  })

  it('has exact shares where floating point would lose one', () => {
    expect(allocated(node({ cpu: '100' }), [pod({ cpu: '29' })]).cpu.percent).to.equal(29)
  })

  it('takes the capacity of a node that reports no allocatable', () => {
    const pods = [pod({ cpu: '1' })]
    for (const one of [node(undefined, { cpu: '4' }), node(null, { cpu: '4' }), node({}, { cpu: '4' })])
      expect(allocated(one, pods).cpu).to.deep.equal({
        requests: '1',
        limits: '0',
        percent: 25,
        limitsPercent: 0,
      })
  })

  it('has no share of a node that reports nothing', () => {
    const none = { cpu: nothing, memory: nothing, pods: nothing }
    expect(allocated({ metadata: metadata() }, [])).to.deep.equal(none)
    expect(allocated(node({ cpu: 'x' }, null), [pod({ cpu: '1' })]).cpu).to.deep.equal({
      ...nothing,
      requests: '1',
    })
  })
})
