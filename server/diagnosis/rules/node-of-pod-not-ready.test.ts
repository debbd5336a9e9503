import { expect } from 'chai'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { nodeFields, podFields, running } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const podWith = (ready: string, rest: object = {}) =>
  podFields({
    conditions: [{ type: 'Ready', status: ready, reason: 'NodeNotReady' }],
    containers: [{ status: running() }],
    ...rest,
  })
const findingsOf = (pod: object, node = nodeFields('Unknown')) =>
  new RuleCluster().add(pods, 'web-1', pod).add(nodes, 'worker', node).findings(pods, 'web-1')

describe('rule node-of-pod-not-ready', () => {
  for (const status of ['Unknown', 'False'])
    it(`names a node whose Ready condition is ${status}`, () => {
      const [finding, ...others] = findingsOf(podWith('False'), nodeFields(status))
      expect(others).to.deep.equal([])
      expect(finding).to.deep.include({
        rule: 'node-of-pod-not-ready',
        title: 'node worker is not ready',
        group: 'worker',
        since: '2026-11-27T11:20:00Z',
      })
    })

  it('folds into the finding of the node', () => {
    const [finding] = findingsOf(podWith('False'), nodeFields('False'))
    expect(finding?.causes.map(({ id }) => id)).to.deep.equal(['node-not-ready/Node//worker'])
  })

  for (const [title, pod] of [
    ['a Pod that is ready', podWith('True')],
    ['a Pod that has ended', podWith('False', { phase: 'Succeeded' })],
    ['a Pod that waits for a node', podWith('False', { spec: { nodeName: undefined } })],
    [
      'a Pod that is being deleted',
      podWith('False', { metadata: { deletionTimestamp: '2026-11-27T12:00:00Z' } }),
    ],
  ] as const)
    it(`does not match ${title}`, () => expect(findingsOf(pod)).to.deep.equal([]))
})
