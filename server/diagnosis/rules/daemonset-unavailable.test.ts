import { expect } from 'chai'
import { daemonSets } from '../../kinds/daemonsets/kind.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'

const pod = (nodeName: string | undefined, status: string, lastTransitionTime = '2026-11-27T11:30:00Z') => ({
  metadata: controlledBy('DaemonSet', 'agent'),
  spec: nodeName === undefined ? {} : { nodeName },
  status: { conditions: [{ type: 'Ready', status, lastTransitionTime }] },
})

const cluster = (status: object = {}) =>
  new RuleCluster()
    .add(daemonSets, 'agent', {
      status: { desiredNumberScheduled: 3, currentNumberScheduled: 3, numberReady: 1, ...status },
    })
    .add(pods, 'agent-a', pod('node-a', 'True'))

describe('rule daemonset-unavailable', () => {
  it('names the nodes without a ready Pod, and counts Pods without a node', () => {
    const [finding] = cluster()
      .add(pods, 'agent-b', pod('node-b', 'False', '2026-11-27T11:20:00Z'))
      .add(pods, 'agent-c', pod(undefined, 'False'))
      .findings(daemonSets, 'agent')
    expect(finding).to.deep.include({
      rule: 'daemonset-unavailable',
      message: '1 of 3 nodes have a ready Pod. Not ready on: node-b. Pods that are not scheduled: 1.',
      since: '2026-11-27T11:20:00Z',
    })
  })

  it('names a lost node as the cause', () => {
    const [finding] = cluster()
      .add(pods, 'agent-b', pod('node-b', 'False'))
      .add(nodes, 'node-b', { status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } })
      .findings(daemonSets, 'agent')
    const [cause] = finding?.causes ?? []
    expect(cause?.rule).to.equal('node-of-pod-not-ready')
    expect(cause?.causes.map(({ rule }) => rule)).to.deep.equal(['node-unreachable'])
  })

  it('waits for a minute, and says nothing of nodes that have no Pod yet', () => {
    const young = cluster().add(pods, 'agent-b', pod('node-b', 'False', '2026-11-27T11:59:30Z'))
    expect(young.findings(daemonSets, 'agent')).to.deep.equal([])
    expect(cluster().findings(daemonSets, 'agent')).to.deep.equal([])
  })
})
