import { expect } from 'chai'
import { nodeDetail as detailSchema, nodeSummary as summarySchema } from './schema.ts'
import type { NodeDetail, NodeSummary } from './schema.ts'
import type { Node } from './model.ts'
import { nodes } from './kind.ts'
import { matchesSchema } from '../../testing/matches-schema.ts'
import { metadata, now } from '../../testing/metadata.ts'
import { expectReads } from '../../testing/expect-reads.ts'
import { nodeDetail, nodeRoles, nodeStatus, nodeSummary } from './projections.ts'

const fitsSummary = matchesSchema<NodeSummary>(summarySchema)
const fitsDetail = matchesSchema<NodeDetail>(detailSchema)
const { namespace: _, ...clusterWide } = metadata({ name: 'node-1' })

const full: Node = {
  metadata: { ...clusterWide, labels: { 'node-role.kubernetes.io/worker': '', zone: 'a' } },
  spec: {
    unschedulable: true,
    podCIDR: '10.1.0.0/24',
    podCIDRs: ['10.1.0.0/24', 'fd00::/64'],
    taints: [
      { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: '2026-11-21T11:25:00Z' },
      { key: 'gpu', value: 'yes', effect: 'NoExecute', timeAdded: null },
    ],
  },
  status: {
    capacity: { cpu: '4', memory: '16Gi', pods: '110', 'ephemeral-storage': '100Gi' },
    allocatable: { cpu: '3920m', memory: '15Gi', pods: '110' },
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        message: 'ready',
        lastHeartbeatTime: '2026-11-27T11:59:00Z',
        lastTransitionTime: '2026-11-20T11:26:00Z',
      },
      { type: 'DiskPressure', status: 'False', lastHeartbeatTime: null },
    ],
    addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
    nodeInfo: {
      kubeletVersion: 'v1.34.4',
      osImage: 'Linux',
      kernelVersion: '6.1',
      containerRuntimeVersion: 'containerd://2.1',
      architecture: 'amd64',
    },
  },
}

const shared = {
  name: 'node-1',
  status: 'Ready',
  roles: ['worker'],
  version: 'v1.34.4',
  capacity: { cpu: '4', memory: '16Gi', pods: '110' },
  allocatable: { cpu: '3920m', memory: '15Gi', pods: '110' },
}

describe('nodeSummary', () => {
  it('projects a node with every promised field', () => {
    expect(fitsSummary(nodeSummary(full))).to.deep.equal({
      ...shared,
      conditions: [
        { type: 'Ready', status: 'True', reason: 'KubeletReady' },
        { type: 'DiskPressure', status: 'False' },
      ],
    })
  })
})

describe('nodeDetail', () => {
  it('has every field of the API', () => {
    const nothing = { requests: '0', limits: '0', percent: 0, limitsPercent: 0 }
    expect(fitsDetail(nodeDetail(full, [], now))).to.deep.equal({
      ...shared,
      uid: clusterWide.uid,
      createdAt: '2026-11-20T11:25:00Z',
      age: '7d',
      labels: { 'node-role.kubernetes.io/worker': '', zone: 'a' },
      annotations: {},
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'KubeletReady',
          message: 'ready',
          lastHeartbeatTime: '2026-11-27T11:59:00Z',
          lastTransitionTime: '2026-11-20T11:26:00Z',
        },
        { type: 'DiskPressure', status: 'False' },
      ],
      taints: [
        { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: '2026-11-21T11:25:00Z' },
        { key: 'gpu', value: 'yes', effect: 'NoExecute' },
      ],
      unschedulable: true,
      addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
      podCIDRs: ['10.1.0.0/24', 'fd00::/64'],
      nodeInfo: full.status?.nodeInfo,
      allocated: { cpu: nothing, memory: nothing, pods: nothing },
    })
  })

  it('knows the one range of a node that says it the old way', () => {
    expect(
      nodeDetail({ metadata: clusterWide, spec: { podCIDR: '10.1.0.0/24' } }, [], now).podCIDRs,
    ).to.deep.equal(['10.1.0.0/24'])
  })
})

describe('nodeStatus', () => {
  const cases: [ready: string | undefined, want: string][] = [
    ['True', 'Ready'],
    ['False', 'NotReady'],
    ['Unknown', 'Unknown'],
    ['', 'Unknown'],
    [undefined, 'Unknown'],
  ]
  for (const [ready, want] of cases)
    it(`Ready ${String(ready)} is ${want}`, () => {
      const others = [{ type: 'DiskPressure', status: 'True' }]
      const conditions = ready === undefined ? others : [...others, { type: 'Ready', status: ready }]
      expect(
        nodeStatus({ metadata: clusterWide, spec: { unschedulable: true }, status: { conditions } }),
      ).to.equal(want)
    })
})

describe('nodeRoles', () => {
  const cases: [labels: Record<string, string> | null, roles: string[]][] = [
    [null, []],
    [{ zone: 'a' }, []],
    [
      { 'node-role.kubernetes.io/worker': '', 'node-role.kubernetes.io/control-plane': '' },
      ['control-plane', 'worker'],
    ],
    [{ 'kubernetes.io/role': 'agent' }, ['agent']],
    [{ 'kubernetes.io/role': 'worker', 'node-role.kubernetes.io/worker': 'true' }, ['worker']],
    [{ 'kubernetes.io/role': '', 'node-role.kubernetes.io/': 'x' }, []],
    [{ 'node-role.kubernetes.io': 'x', 'example.com/role': 'y' }, []],
  ]
  for (const [labels, roles] of cases)
    it(JSON.stringify(labels), () =>
      expect(nodeRoles({ metadata: { ...clusterWide, labels } })).to.deep.equal(roles),
    )
})

describe('views of Nodes with parts missing', () => {
  const objects: [what: string, object: Node][] = [
    ['metadata alone', { metadata: clusterWide }],
    ['empty spec and status', { metadata: clusterWide, spec: {}, status: {} }],
    [
      'not registered yet: empty texts',
      { metadata: clusterWide, status: { nodeInfo: { kubeletVersion: '', osImage: '' } } },
    ],
    [
      'nulls as Go writes them',
      {
        metadata: { ...clusterWide, labels: null, annotations: null },
        spec: { podCIDRs: null, taints: null },
        status: { capacity: null, allocatable: null, conditions: null, addresses: null },
      },
    ],
  ]
  for (const [what, object] of objects)
    it(what, () => {
      const want = {
        name: 'node-1',
        status: 'Unknown',
        roles: [],
        capacity: {},
        allocatable: {},
        conditions: [],
      }
      expect(fitsSummary(nodeSummary(object))).to.deep.equal(want)
      const { podCIDRs, taints, addresses } = fitsDetail(nodeDetail(object, [], now))
      expect({ podCIDRs, taints, addresses }).to.deep.equal({ podCIDRs: [], taints: [], addresses: [] })
    })
})

it('a list of Nodes is made of what its view says it reads', () =>
  expectReads(nodes.summary, [full, { metadata: clusterWide }]))
