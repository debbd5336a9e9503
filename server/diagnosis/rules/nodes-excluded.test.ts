import { expect } from 'chai'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { nodeFields, rulesOf, unscheduled } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const TAIL =
  ' no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.'
const SELECTOR = "node(s) didn't match Pod's node affinity/selector"
const TAINT = 'node(s) had untolerated taint(s)'
const dedicated = { spec: { taints: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] } }
const clusterWith = (reasons: string, spec: object = {}) =>
  new RuleCluster().add(pods, 'web-1', unscheduled(`0/2 nodes are available: ${reasons}.${TAIL}`, spec))

describe('rule nodes-excluded', () => {
  it('names the label that no node has, and the taints of others', () => {
    const [finding, ...others] = clusterWith(`1 ${SELECTOR}, 1 ${TAINT}`, { nodeSelector: { disk: 'ssd' } })
      .add(nodes, 'one', nodeFields('True', dedicated))
      .add(nodes, 'two', nodeFields('True', { metadata: { labels: { disk: 'hdd' } } }))
      .findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'nodes-excluded',
      title: 'no node takes the Pod: label disk=ssd is missing',
      message:
        `The Pod cannot be scheduled: 1 ${SELECTOR}, 1 ${TAINT}. ` +
        'Node one: taint dedicated=db:NoSchedule is not tolerated. Nodes one, two: label disk=ssd is missing.',
    })
    expect(finding?.evidence.map(({ reference }) => reference)).to.deep.equal([
      'Pod shop/web-1 status.conditions[PodScheduled]',
      'Pod shop/web-1 spec.nodeSelector',
      'Node one spec.taints',
      'Node one metadata.labels',
    ])
  })

  it('reads the node affinity of the Pod', () => {
    const nodeSelectorTerms = [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }] }]
    const affinity = {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    }
    const [finding] = clusterWith(`1 ${SELECTOR}`, { affinity })
      .add(nodes, 'one', nodeFields('True', { metadata: { labels: { zone: 'c' } } }))
      .add(nodes, 'two', nodeFields('True', { metadata: { labels: { zone: 'b' } } }))
      .findings(pods, 'web-1')
    expect(finding?.message).to.include('Node one: labels do not match the node affinity (zone In a b).')
  })

  it('leaves out the taints that the Pod tolerates', () => {
    const tolerations = [{ key: 'dedicated', operator: 'Equal', value: 'db', effect: 'NoSchedule' }]
    const [finding] = clusterWith(`2 ${TAINT}`, { tolerations })
      .add(nodes, 'one', nodeFields('True', dedicated))
      .add(nodes, 'two', nodeFields('True', { spec: { taints: [{ key: 'gpu', effect: 'NoExecute' }] } }))
      .findings(pods, 'web-1')
    expect(finding?.title).to.equal('no node takes the Pod: taint gpu:NoExecute is not tolerated')
    expect(finding?.message).not.to.include('dedicated')
  })

  it('shows the words of the scheduler for constraints among Pods', () => {
    const reason = "node(s) didn't match pod anti-affinity rules"
    const [finding] = clusterWith(`1 ${reason}, 1 ${TAINT}`)
      .add(nodes, 'one', nodeFields('True', dedicated))
      .add(nodes, 'two', nodeFields('True'))
      .findings(pods, 'web-1')
    expect(finding?.title).to.equal("no node takes the Pod: didn't match pod anti-affinity rules")
  })

  it('names the nodes that are cordoned', () => {
    const cordoned = {
      spec: {
        unschedulable: true,
        taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }],
      },
    }
    const [finding] = clusterWith('1 node(s) were unschedulable')
      .add(nodes, 'one', nodeFields('True', cordoned))
      .findings(pods, 'web-1')
    expect(finding?.title).to.equal('no node takes the Pod: node is cordoned')
    expect(finding?.message).not.to.include('taint')
  })

  it('folds into the node that nothing but its condition excludes', () => {
    const lost = { spec: { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] } }
    const [finding] = clusterWith(`1 ${TAINT}`)
      .add(nodes, 'one', nodeFields('False', lost))
      .findings(pods, 'web-1')
    expect(finding?.causes.map(({ id }) => id)).to.deep.equal(['node-not-ready/Node//one'])
  })

  it('leaves a Pod that would fit on a larger node to the rule for resources', () => {
    const findings = clusterWith(`1 Insufficient cpu, 1 ${TAINT}`).findings(pods, 'web-1')
    expect(rulesOf(findings)).to.deep.equal(['resources-short'])
  })

  it('stands without nodes, which may be denied', () => {
    const message = `0/1 nodes are available: 1 ${SELECTOR}.${TAIL}`
    const findings = new RuleCluster({ denied: [nodes] })
      .add(pods, 'web-1', unscheduled(message))
      .findings(pods, 'web-1')
    expect(findings.map(({ title }) => title)).to.deep.equal([`no node takes the Pod: 1 ${SELECTOR}`])
  })
})
