import { expect } from 'chai'
import { foldFindings } from '../../diagnosis/fold.ts'
import { findingFor } from '../../testing/finding-for.ts'
import { scoreHealth, type HealthCounts } from './score-health.ts'

const pods = (total: number, crashLooping = 0, withoutImage = 0, unschedulable = 0) => ({
  counts: { total, running: total, pending: 0, succeeded: 0, failed: 0, crashLooping },
  withoutImage,
  unschedulable,
})
const ready = (total: number, notReady = 0) => ({ total, ready: total - notReady, notReady })
const deployments = (total: number, degraded = 0) => ({
  total,
  available: total - degraded,
  progressing: 0,
  degraded,
})
const healthy: HealthCounts = {
  nodes: ready(3),
  pods: pods(20),
  deployments: deployments(5),
  statefulsets: ready(2),
  daemonsets: ready(3),
  findings: [],
}
/** The kind of an object with a finding, or its kind and the rule. */
type Broken = string | readonly [string, string]
/** Groups of critical findings, one for each object. */
const critical = (...all: readonly Broken[]) =>
  foldFindings(
    all.map((one, index) => {
      const [kind, rule] = typeof one === 'string' ? [one, 'broken'] : one
      return findingFor({ rule, kind, name: `one-${index}` })
    }),
    () => true,
  )
const score = (changed: Partial<HealthCounts>, namespace?: string) =>
  scoreHealth({ ...healthy, ...changed }, namespace)

describe('scoreHealth', () => {
  it('returns 100 if nothing is wrong, and if there is nothing', () => {
    expect(score({})).to.deep.equal({
      score: 100,
      status: 'healthy',
      partial: false,
      factors: [],
      issues: [],
      total: 0,
    })
    const empty = { nodes: ready(0), pods: pods(0), deployments: deployments(0) }
    expect(score({ ...empty, statefulsets: ready(0), daemonsets: ready(0) }).score).to.equal(100)
  })

  const cases: [string, Partial<HealthCounts>, number, string][] = [
    ['a third of the Nodes', { nodes: ready(3, 1) }, 86, 'healthy'],
    ['one Node of many', { nodes: ready(100, 1) }, 90, 'healthy'],
    ['a fifth of the workloads', { deployments: deployments(5, 1), daemonsets: ready(3, 1) }, 94, 'healthy'],
    ['one Pod of many that crashes', { pods: pods(1000, 1) }, 97, 'healthy'],
    ['half of the Pods that crash or have no image', { pods: pods(20, 5, 5) }, 90, 'healthy'],
    ['all Pods unschedulable', { pods: pods(20, 0, 0, 20) }, 85, 'healthy'],
    ['all Nodes', { nodes: ready(3, 3) }, 60, 'warning'],
    [
      'everything',
      {
        nodes: ready(3, 3),
        pods: pods(20, 20, 0, 20),
        deployments: deployments(5, 5),
        statefulsets: ready(2, 2),
        daemonsets: ready(3, 3),
      },
      0,
      'critical',
    ],
  ]
  for (const [broken, counts, points, status] of cases)
    it(`returns ${points} with trouble of ${broken}`, () => {
      expect(score(counts)).to.include({ score: points, status })
    })

  it('rounds the sum of its factors down', () => {
    const { factors, score: points } = score({ nodes: ready(3, 1), pods: pods(7, 3) })
    expect(factors).to.deep.equal([
      { factor: 'nodes', points: 13.3 },
      { factor: 'failingPods', points: 8.6 },
    ])
    expect(points).to.equal(78)
  })

  it('returns exactly the sum if the shares add up to a whole number', () => {
    const none = { statefulsets: ready(0), daemonsets: ready(0) }
    const thirds = { nodes: ready(3, 1), deployments: deployments(3, 1), pods: pods(9, 6, 0, 2) }
    expect(score({ ...none, ...thirds }).score).to.equal(60)
  })

  it('leaves out Nodes for a namespace', () => {
    expect(score({ nodes: ready(3, 3) }, 'shop')).to.include({ score: 100, partial: false })
    expect(score({ nodes: null }, 'shop')).to.include({ partial: false })
  })

  it('says partial if something that counts is not readable, and unknown if nothing is', () => {
    expect(score({ nodes: null })).to.include({ score: 100, status: 'healthy', partial: true })
    const nothing = { nodes: null, pods: null, deployments: null, statefulsets: null, daemonsets: null }
    expect(score(nothing)).to.deep.equal({
      status: 'unknown',
      partial: true,
      factors: [],
      issues: [],
      total: 0,
    })
    expect(score({ findings: null })).to.include({ score: 100, partial: true })
  })

  it('loses points for critical findings of kinds that it does not count', () => {
    const factors = (...all: readonly Broken[]) => score({ findings: critical(...all) }).factors
    expect(factors('Service', 'Ingress')).to.deep.equal([{ factor: 'findings', points: 10 }])
    expect(factors('Service', 'Ingress', 'Job', 'Service')).to.deep.equal([
      { factor: 'findings', points: 15 },
    ])
    expect(factors('PersistentVolumeClaim', 'PersistentVolumeClaim')).to.deep.equal([
      { factor: 'claims', points: 10 },
    ])
    expect(factors(['Service', 'dns-unavailable'])).to.deep.equal([{ factor: 'components', points: 30 }])
    expect(factors('Node', 'Pod', 'Deployment', 'StatefulSet', 'DaemonSet')).to.deep.equal([])
    const warnings = critical('Service').map((one) => ({ ...one, severity: 'warning' as const }))
    expect(score({ findings: warnings }).score).to.equal(100)
  })

  it('returns the first 100 findings as issues, and the number of all', () => {
    const { issues, total } = score({ findings: critical(...Array.from({ length: 101 }, () => 'Pod')) })
    expect([issues.length, total]).to.deep.equal([100, 101])
    expect(issues[0]).to.deep.equal({
      id: 'broken/Pod/shop/one-0',
      rule: 'broken',
      severity: 'critical',
      kind: 'Pod',
      name: 'one-0',
      namespace: 'shop',
      message: 'a message',
    })
  })
})
