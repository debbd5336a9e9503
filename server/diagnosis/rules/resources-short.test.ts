import { expect } from 'chai'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { nodeFields, podFields, rulesOf, running, unscheduled } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const TAIL =
  ' no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.'
const container = (requests: object) => ({ containers: [{ name: 'app', resources: { requests } }] })
const node = (cpu: string, spec: object = {}) =>
  nodeFields('True', { allocatable: { cpu, memory: '8Gi', pods: '110' }, spec })
const onNode = (nodeName: string, cpu: string, phase = 'Running') =>
  podFields({ phase, spec: { nodeName, ...container({ cpu }) }, containers: [{ status: running() }] })

describe('rule resources-short', () => {
  it('names the node with most room, and the amount that is missing', () => {
    const message = `0/2 nodes are available: 2 Insufficient cpu.${TAIL}`
    const [finding, ...others] = new RuleCluster()
      .add(pods, 'web-1', unscheduled(message, container({ cpu: '1500m' })))
      .add(nodes, 'large', node('8'))
      .add(nodes, 'small', node('2'))
      .add(pods, 'busy', onNode('large', '7500m'))
      .add(pods, 'idle', onNode('small', '800m'))
      .add(pods, 'done', onNode('small', '1', 'Succeeded'))
      .findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'resources-short',
      title: 'no node has enough cpu',
      message:
        'The Pod cannot be scheduled. It requests 1500m of cpu; node small has the most left: 1200m of 2, 300m too little.',
      since: '2026-11-27T11:00:00Z',
    })
    expect(finding?.evidence[1]).to.deep.equal({
      source: 'status',
      reference: 'Node small status.allocatable.cpu',
      text: '2',
    })
  })

  it('names each resource, and the reasons of the other nodes', () => {
    const message = `0/3 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 2 node(s) had untolerated taint(s).${TAIL}`
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', unscheduled(message, container({ cpu: '500', memory: '10Ti' })))
      .add(nodes, 'large', node('8'))
      .findings(pods, 'web-1')
    expect(finding?.title).to.equal('no node has enough cpu and memory')
    expect(finding?.message).to.include(
      'It requests 10Ti of memory; node large has the most left: 8Gi of 8Gi',
    )
    expect(finding?.message).to.include('Other nodes are excluded: 2 node(s) had untolerated taint(s).')
  })

  it('says that no node has a resource at all', () => {
    const message = `0/1 nodes are available: 1 Insufficient example.com/gpu.${TAIL}`
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', unscheduled(message, container({ 'example.com/gpu': '1' })))
      .add(nodes, 'large', node('8'))
      .findings(pods, 'web-1')
    expect(finding?.message).to.include(
      'It requests 1 of example.com/gpu, and no node that the Pod may run on has any.',
    )
  })

  it('says that the nodes have too many Pods', () => {
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', unscheduled(`0/1 nodes are available: 1 Too many pods.${TAIL}`, container({})))
      .add(nodes, 'large', nodeFields('True', { allocatable: { pods: '1' } }))
      .add(pods, 'busy', onNode('large', '1'))
      .findings(pods, 'web-1')
    expect(finding?.message).to.include('node large has the most left: 0 of 1.')
  })

  it('leaves out cordoned nodes', () => {
    const [finding] = new RuleCluster()
      .add(
        pods,
        'web-1',
        unscheduled(`0/2 nodes are available: 1 Insufficient cpu.${TAIL}`, container({ cpu: '9' })),
      )
      .add(nodes, 'large', node('8', { unschedulable: true }))
      .add(nodes, 'small', node('2'))
      .findings(pods, 'web-1')
    expect(finding?.message).to.include('node small has the most left')
  })

  it('leaves out nodes whose taints keep the Pod away', () => {
    const taints = [{ key: 'gpu', effect: 'NoSchedule' }]
    const pod = (spec: object) =>
      unscheduled(`0/2 nodes are available: 1 Insufficient cpu.${TAIL}`, {
        ...container({ cpu: '9' }),
        ...spec,
      })
    const cluster = new RuleCluster()
      .add(pods, 'web-1', pod({}))
      .add(pods, 'web-2', pod({ tolerations: [{ key: 'gpu', operator: 'Exists' }] }))
      .add(nodes, 'large', node('8', { taints }))
      .add(nodes, 'small', node('2'))
    expect(cluster.findings(pods, 'web-1')[0]?.message).to.include('node small has the most left')
    expect(cluster.findings(pods, 'web-2')[0]?.message).to.include('node large has the most left')
  })

  it('says that it has looked at the largest nodes only', () => {
    const cluster = new RuleCluster().add(
      pods,
      'web-1',
      unscheduled(`0/6 nodes are available: 6 Insufficient cpu.${TAIL}`, container({ cpu: '9' })),
    )
    for (const cpu of [1, 2, 3, 4, 5, 6]) cluster.add(nodes, `node-${cpu}`, node(String(cpu)))
    const [finding] = cluster.findings(pods, 'web-1')
    expect(finding?.message).to.include('of the 5 largest nodes, node-6 has the most left: 6 of 6')
  })

  it('stands without nodes, which may be denied', () => {
    const findings = new RuleCluster({ denied: [nodes] })
      .add(
        pods,
        'web-1',
        unscheduled(`0/2 nodes are available: 1 Insufficient cpu.${TAIL}`, container({ cpu: '9' })),
      )
      .findings(pods, 'web-1')
    expect(findings.map(({ message }) => message)).to.deep.equal([
      'The Pod cannot be scheduled. It requests 9 of cpu.',
    ])
  })

  it('does not match a Pod that has been scheduled', () => {
    const pod = podFields({ conditions: [{ type: 'PodScheduled', status: 'True' }] })
    expect(rulesOf(new RuleCluster().add(pods, 'web-1', pod).findings(pods, 'web-1'))).to.deep.equal([])
  })
})
