import { expect } from 'chai'
import { events } from '../../kinds/events/kind.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { nodeFields, podEvent, podFields, running } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const deleted = (metadata: object = {}, phase = 'Running') =>
  podFields({
    phase,
    metadata: { deletionTimestamp: '2026-11-27T11:58:00Z', ...metadata },
    conditions: [{ type: 'Ready', status: 'False' }],
    containers: [{ status: running() }],
  })
const finalized = { finalizers: ['example.com/hold'] }

describe('rule termination-stuck', () => {
  it('names the finalizers that are left', () => {
    const [finding, ...others] = new RuleCluster()
      .add(pods, 'web-1', deleted(finalized, 'Failed'))
      .findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'termination-stuck',
      title: 'deletion waits for finalizer example.com/hold',
      message: 'The Pod was to be gone by 2026-11-27T11:58:00Z. Its finalizers are left: example.com/hold.',
    })
  })

  it('names the node that is lost, and folds into its finding', () => {
    const [finding, ...others] = new RuleCluster()
      .add(pods, 'web-1', deleted(finalized))
      .add(nodes, 'worker', nodeFields('False'))
      .findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding?.title).to.equal('deletion waits for node worker')
    expect(finding?.causes.map(({ id }) => id)).to.deep.equal(['node-not-ready/Node//worker'])
  })

  it('shows the words of the kubelet that cannot stop a container', () => {
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', deleted())
      .add(events, 'kill', podEvent('FailedKillPod', 'error killing pod: context deadline exceeded'))
      .findings(pods, 'web-1')
    expect(finding?.message).to.include('error killing pod: context deadline exceeded')
  })

  it('waits for a minute after the grace period', () => {
    const cluster = new RuleCluster().add(
      pods,
      'web-1',
      deleted({ deletionTimestamp: '2026-11-27T11:59:30Z' }),
    )
    expect(cluster.findings(pods, 'web-1')).to.deep.equal([])
    const { recheckAt, keys } = cluster.dependencies(pods, 'web-1')
    expect(recheckAt).to.equal(Date.parse('2026-11-27T12:00:30Z'))
    expect([...keys]).to.deep.equal([])
  })
})
