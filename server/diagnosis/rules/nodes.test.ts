import { expect } from 'chai'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const condition = (type: string, status: string, reason = '', message = '') => ({
  type,
  status,
  reason,
  message,
  lastHeartbeatTime: '2026-11-27T11:29:00Z',
  lastTransitionTime: '2026-11-27T11:30:00Z',
})

const cluster = (...conditions: readonly object[]) =>
  new RuleCluster().add(nodes, 'worker', { status: { conditions } })

const lost = condition('Ready', 'Unknown', 'NodeStatusUnknown', 'Kubelet stopped posting node status.')

describe('rule node-unreachable', () => {
  it('says since when the node is lost, and counts its Pods', () => {
    const [finding, ...others] = cluster(lost)
      .add(pods, 'a', { spec: { nodeName: 'worker' } })
      .add(pods, 'b', { spec: { nodeName: 'other' } })
      .findings(nodes, 'worker')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'node-unreachable',
      message:
        'The node counts as lost since 2026-11-27T11:30:00Z; its kubelet reported last at 2026-11-27T11:29:00Z. Pods assigned to it: 1.',
    })
  })

  it('stands without the Pods where they may not be read', () => {
    const [finding] = new RuleCluster({ denied: [pods] })
      .add(nodes, 'worker', { status: { conditions: [lost] } })
      .findings(nodes, 'worker')
    expect(finding?.message).not.to.include('Pods')
  })

  it('leaves a kubelet that says that the node is not ready to the rule node-not-ready', () => {
    const notReady = condition('Ready', 'False', 'KubeletNotReady', 'container runtime is down')
    expect(
      cluster(notReady)
        .findings(nodes, 'worker')
        .map(({ rule }) => rule),
    ).to.deep.equal(['node-not-ready'])
  })

  it('explains the finding of a Pod on the node', () => {
    const [finding] = cluster(lost)
      .add(pods, 'a', {
        spec: { nodeName: 'worker' },
        status: { phase: 'Running', conditions: [condition('Ready', 'False')] },
      })
      .findings(pods, 'a')
    expect(finding?.causes.map(({ id }) => id)).to.deep.equal(['node-unreachable/Node//worker'])
  })
})

describe('rule node-pressure', () => {
  it('names every resource that the node is short of', () => {
    const [finding] = cluster(
      condition('Ready', 'True'),
      condition('MemoryPressure', 'True', 'KubeletHasInsufficientMemory', 'kubelet has insufficient memory'),
      condition('DiskPressure', 'False'),
      condition('PIDPressure', 'True', 'KubeletHasInsufficientPID', ''),
    ).findings(nodes, 'worker')
    expect(finding).to.deep.include({
      rule: 'node-pressure',
      title: 'node is short of memory, process ids',
    })
    expect(finding?.evidence.map(({ text }) => text)).to.deep.equal([
      'MemoryPressure=True KubeletHasInsufficientMemory: kubelet has insufficient memory',
      'PIDPressure=True KubeletHasInsufficientPID',
    ])
  })

  it('does not match a lost node, whose pressures are unknown', () => {
    const rules = cluster(lost, condition('MemoryPressure', 'Unknown')).findings(nodes, 'worker')
    expect(rules.map(({ rule }) => rule)).to.deep.equal(['node-unreachable'])
  })

  it('reads nothing for a healthy node', () => {
    const { keys } = cluster(condition('Ready', 'True')).dependencies(nodes, 'worker')
    expect([...keys]).to.deep.equal([])
  })
})
