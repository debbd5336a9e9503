import { expect } from 'chai'
import { matchesSchema } from '../../testing/matches-schema.ts'
import { assess, type Observations, type Part } from './assess.ts'
import { clusterHealth, type ClusterHealthReport } from './schema.ts'

const part = (name: string, labels: Record<string, string> = {}, isReady = true, state = 'Ready'): Part => ({
  name,
  labels,
  isReady,
  state,
})
const dns = (name: string, isReady = true) =>
  part(name, { 'k8s-app': 'kube-dns' }, isReady, isReady ? 'Running' : 'CrashLoopBackOff')
const controlPlane = ['etcd', 'kube-controller-manager', 'kube-scheduler'].map((component) =>
  part(`${component}-one`, { component }),
)

const whole: Observations = {
  context: 'test',
  apiServer: { ready: true, serverVersion: 'v1.34.4' },
  nodes: ['a', 'b', 'c', 'd'].map((name) => part(name)),
  pods: [...controlPlane, dns('coredns-1'), dns('coredns-2')],
  findings: [],
}
const checked = matchesSchema<ClusterHealthReport>(clusterHealth)
const health = (changed: Partial<Observations> = {}) => checked(assess({ ...whole, ...changed }))
const statuses = ({ components }: ClusterHealthReport) =>
  Object.fromEntries(components.map(({ name, status }) => [name, status]))

describe('the health of a cluster', () => {
  it('has the status healthy and a score of 100 if everything is ready', () => {
    const found = health()
    expect(found).to.deep.include({ status: 'healthy', score: 100, serverVersion: 'v1.34.4', issues: [] })
    expect(new Set(Object.values(statuses(found)))).to.deep.equal(new Set(['healthy']))
  })

  it('has the status unreachable, a score of 0 and the reason if the API server does not answer', () => {
    const found = health({ apiServer: { ready: false, reason: 'connect ECONNREFUSED 127.0.0.1:6443' } })
    expect(found).to.deep.equal({
      status: 'unreachable',
      score: 0,
      context: 'test',
      components: [
        { name: 'api-server', status: 'critical', message: 'connect ECONNREFUSED 127.0.0.1:6443' },
      ],
      factors: [{ factor: 'api-server', points: 100 }],
      issues: [],
    })
  })

  it('loses the share of nodes that are not ready, and is critical from half of them on', () => {
    const nodes = (failing: number) =>
      ['a', 'b', 'c', 'd'].map((name, at) =>
        part(name, {}, at >= failing, at >= failing ? 'Ready' : 'NotReady'),
      )
    expect(health({ nodes: nodes(1) })).to.deep.include({ status: 'warning', score: 85 })
    expect(health({ nodes: nodes(2) })).to.deep.include({ status: 'critical', score: 70 })
    expect(health({ nodes: nodes(1) }).issues).to.deep.equal([
      { severity: 'critical', kind: 'Node', name: 'a', message: 'node "a" is NotReady' },
    ])
  })

  it('loses 10 for a component that works in part, and 30 for one that fails', () => {
    const some = health({ pods: [...controlPlane, dns('coredns-1'), dns('coredns-2', false)] })
    expect(some).to.deep.include({ status: 'warning', score: 90 })
    expect(some.issues).to.deep.equal([
      {
        severity: 'warning',
        kind: 'Pod',
        name: 'coredns-2',
        namespace: 'kube-system',
        message: 'pod "coredns-2" of coredns is not ready: CrashLoopBackOff',
      },
    ])
    expect(health({ pods: [...controlPlane, dns('coredns-2', false)] })).to.deep.include({
      status: 'critical',
      score: 70,
    })
  })

  it('says what it does not know, and does not count it', () => {
    const denied = 'pods is forbidden: User "x" cannot list resource "pods"'
    const found = health({ pods: { unknown: denied }, nodes: { unknown: 'nodes is forbidden' } })
    expect(found).to.deep.include({ status: 'healthy', score: 100 })
    expect(statuses(found)).to.include({ nodes: 'unknown', coredns: 'unknown', etcd: 'unknown' })
    expect(found.components.find(({ name }) => name === 'coredns')?.message).to.equal(denied)
    const managed = health({ pods: [dns('coredns-1')] })
    expect(statuses(managed)).to.include({ coredns: 'healthy', etcd: 'unknown' })
    expect(managed.status).to.equal('healthy')
  })

  it('has components that are optional only where they run', () => {
    expect(statuses(health())).to.not.have.any.keys('metrics-server', 'kube-proxy')
    const pods = [...controlPlane, dns('d'), part('m', { 'k8s-app': 'metrics-server' }, false, 'Pending')]
    expect(statuses(health({ pods }))).to.include({ 'metrics-server': 'critical' })
  })

  it('names at most 100 issues', () => {
    const nodes = Array.from({ length: 300 }, (_, at) => part(`n${at}`, {}, false, 'NotReady'))
    expect(health({ nodes }).issues).to.have.length(100)
  })

  it('publishes the points that each component has lost', () => {
    const nodes = ['a', 'b', 'c'].map((name, at) => part(name, {}, at > 0, at > 0 ? 'Ready' : 'NotReady'))
    expect(health({ nodes, pods: [...controlPlane, dns('coredns-1', false)] })).to.deep.include({
      score: 50,
      factors: [
        { factor: 'nodes', points: 20 },
        { factor: 'coredns', points: 30 },
      ],
    })
  })

  it('adds findings about other objects than those of its own issues', () => {
    const finding = (kind: string, name: string) =>
      ({ rule: 'broken', severity: 'critical', kind, name, message: 'a message' }) as const
    const nodes = [part('a', {}, false, 'NotReady'), part('b'), part('c')]
    const { issues } = health({ nodes, findings: [finding('Node', 'a'), finding('Service', 'web')] })
    expect(issues.map(({ kind, name, rule }) => [kind, name, rule])).to.deep.equal([
      ['Node', 'a', undefined],
      ['Service', 'web', 'broken'],
    ])
  })
})
