import { expect } from 'chai'
import { ClusterError, ForbiddenByClusterError } from '../core/errors.ts'
import { Scheduler } from '../core/scheduler.ts'
import type { Kind } from '../cluster/kind.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { nodes } from '../kinds/nodes/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import { replace } from '../testing/build-cached-object.ts'
import { eventually } from '../testing/eventually.ts'
import { FakeWatchableCluster } from '../testing/fake-watchable-cluster.ts'
import { closeAfterwards } from '../testing/fixtures.ts'
import { ManualClock } from '../testing/manual-time.ts'
import { now } from '../testing/metadata.ts'
import { customKind } from './custom-resources.ts'
import { defineRule, type AnyRule } from './define-rule.ts'
import { KeptFindings } from './kept-findings.ts'

const NO_NAMES = { singular: '', shortNames: [], verbs: [] }

/** Pods that are not running are findings, which their label `node` explains if that node exists. */
const rules: readonly AnyRule[] = [
  defineRule({
    id: 'pod',
    on: pods,
    severity: 'critical',
    description: 'A rule.',
    find: (pod, facts) => {
      if (pod.status?.phase === 'Running') return undefined
      const node = facts.get(nodes, pod.metadata.labels?.['node'] ?? 'worker')
      return { title: `node ${node?.metadata.name ?? 'absent'}`, message: '', evidence: [], confidence: 1 }
    },
  }),
]

interface Kept {
  readonly ruleSet?: readonly AnyRule[]
  readonly kinds?: readonly Kind<KubernetesObject>[]
  readonly denied?: readonly string[]
}

/** A cluster with Pods and Nodes whose findings are kept up. */
async function keep({ ruleSet = rules, kinds = [pods, nodes], denied = [] }: Kept = {}) {
  const cluster = new FakeWatchableCluster()
  for (const plural of denied)
    cluster.denied.set(plural, new ForbiddenByClusterError(`${plural} is forbidden`, [], 'grant it'))
  const [podStore, nodeStore] = [cluster.store(pods), cluster.store(nodes)]
  const time = new ManualClock()
  const clock = () => now + time.now()
  const kept = new KeptFindings(cluster, { rules: ruleSet, kinds, time, clock, scheduler: new Scheduler() })
  closeAfterwards('kept findings', () => kept.stop())
  const titles = () => kept.findings.map(({ subject, title }) => `${subject.name}: ${title}`)
  /** Lets collected changes be diagnosed. */
  const turn = async (what: string, holds: () => boolean) =>
    eventually(what, () => {
      time.turn(100)
      return holds()
    })
  return { cluster, podStore, nodeStore, time, kept, titles, turn }
}

describe('KeptFindings', () => {
  it('diagnoses every object once all kinds are in sync, and not before', async () => {
    const { cluster, podStore, nodeStore, kept, titles, turn } = await keep()
    replace(
      podStore,
      [cluster.entry(pods, 'web', 1, { phase: 'Failed' }), cluster.entry(pods, 'api', 2)],
      '2',
    )
    await turn('nodes alone are awaited', () => kept.syncing.length === 1)
    expect([kept.settled, titles(), kept.syncing]).to.deep.equal([false, [], [nodes]])
    replace(nodeStore, [], '2')
    await turn('everything is diagnosed', () => kept.settled)
    expect(titles()).to.deep.equal(['web: node absent'])
  })

  it('diagnoses an object again when something changes that its rules read', async () => {
    const { cluster, podStore, nodeStore, kept, titles, turn } = await keep()
    replace(podStore, [cluster.entry(pods, 'web', 1, { phase: 'Failed' })], '1')
    replace(nodeStore, [], '1')
    await turn('everything is diagnosed', () => kept.settled)
    nodeStore.apply(cluster.entry(nodes, 'worker', 2), false)
    await turn('the node is found', () => titles()[0] === 'web: node worker')
    nodeStore.apply(cluster.entry(nodes, 'worker', 3), true)
    await turn('the node is gone', () => titles()[0] === 'web: node absent')
    podStore.apply(cluster.entry(pods, 'web', 4), false)
    await turn('the Pod is healthy', () => titles().length === 0)
  })

  it('lets other work run while it diagnoses objects again for a caller', async () => {
    const slow = defineRule({
      id: 'slow',
      on: pods,
      severity: 'warning',
      description: 'A rule.',
      find: () => {
        for (const start = performance.now(); performance.now() - start < 3;);
        return { title: 'slow', message: '', evidence: [], confidence: 1 }
      },
    })
    const { cluster, podStore, nodeStore, kept, turn } = await keep({ ruleSet: [slow] })
    replace(
      podStore,
      [1, 2, 3].map((at) => cluster.entry(pods, `web-${at}`, at)),
      '3',
    )
    replace(nodeStore, [], '1')
    await turn('everything is diagnosed', () => kept.settled)
    const order: string[] = []
    const restricted = kept.restricted(kept.findings, () => true).then(() => order.push('diagnosed'))
    setImmediate(() => order.push('other work'))
    await restricted
    expect(order).to.deep.equal(['other work', 'diagnosed'])
  })

  it('keeps its version while findings stay the same, whatever else changes', async () => {
    const { cluster, podStore, nodeStore, kept, titles, turn } = await keep()
    replace(podStore, [cluster.entry(pods, 'web', 1, { phase: 'Failed' })], '1')
    replace(nodeStore, [], '1')
    await turn('everything is diagnosed', () => kept.settled)
    const { version } = kept
    nodeStore.apply(cluster.entry(nodes, 'other', 2), false)
    podStore.apply(cluster.entry(pods, 'api', 3), false)
    podStore.apply(cluster.entry(pods, 'web', 4, { phase: 'Failed' }), false)
    podStore.apply(cluster.entry(pods, 'last', 5, { phase: 'Failed' }), false)
    await turn('the last change is diagnosed', () => titles().length === 2)
    expect(kept.version).to.equal(version + 1)
  })

  it('runs rules again when the time has come that they wait for', async () => {
    const waits = defineRule({
      id: 'waits',
      on: pods,
      severity: 'warning',
      description: 'A rule.',
      find: (_pod, facts) =>
        facts.elapsed(new Date(now).toISOString(), 60_000)
          ? { title: 'waited', message: '', evidence: [], confidence: 1 }
          : undefined,
    })
    const { cluster, podStore, kept, titles, time, turn } = await keep({ ruleSet: [waits], kinds: [pods] })
    replace(podStore, [cluster.entry(pods, 'web', 1)], '1')
    await turn('everything is diagnosed', () => kept.settled)
    expect(titles()).to.deep.equal([])
    time.turn(60_000)
    await turn('the time has passed', () => titles().length === 1)
  })

  it('does without a kind that the cluster denies, and reports its words', async () => {
    const { cluster, podStore, kept, titles, turn } = await keep({ denied: ['nodes'] })
    replace(podStore, [cluster.entry(pods, 'web', 1, { phase: 'Failed' })], '1')
    await turn('everything is diagnosed', () => kept.settled)
    expect(titles()).to.deep.equal([])
    expect(kept.unreadable.map(({ kind, denial }) => [kind.plural, denial?.message])).to.deep.equal([
      ['nodes', 'nodes is forbidden'],
    ])
  })

  it('does without a kind that is not in sync after 30 s, until it is', async () => {
    const { cluster, podStore, nodeStore, kept, titles, turn, time } = await keep()
    replace(podStore, [cluster.entry(pods, 'web', 1, { phase: 'Failed' })], '1')
    time.turn(29_000)
    await turn('nodes are awaited', () => kept.syncing.length === 1)
    expect(kept.settled).to.equal(false)
    time.turn(1000)
    await turn('everything else is diagnosed', () => kept.settled)
    expect([titles(), kept.unreadable.map(({ denial }) => denial)]).to.deep.equal([[], [undefined]])
    replace(nodeStore, [cluster.entry(nodes, 'worker', 2)], '2')
    await turn('the node is found', () => titles()[0] === 'web: node worker')
    expect(kept.unreadable).to.deep.equal([])
  })

  it('waits 30 s again for a kind whose cache was cleared', async () => {
    const { podStore, nodeStore, kept, turn, time } = await keep()
    replace(podStore, [], '1')
    replace(nodeStore, [], '1')
    await turn('everything is diagnosed', () => kept.settled)
    time.turn(25_000)
    nodeStore.clear()
    await turn('the cache is awaited', () => kept.syncing.length === 1)
    time.turn(20_000)
    expect(kept.unreadable).to.deep.equal([])
    time.turn(10_000)
    expect(kept.unreadable.map(({ kind }) => kind.plural)).to.deep.equal(['nodes'])
  })

  it('reports the failure of the cluster until something can be read', async () => {
    const { cluster, podStore, kept, turn } = await keep({ denied: ['pods', 'nodes'] })
    const failure = new ClusterError('could not list pods', 'connect ECONNREFUSED 127.0.0.1:6443')
    for (const plural of ['pods', 'nodes']) cluster.denied.set(plural, failure as never)
    await turn('the failure is known', () => kept.failure === failure)
    cluster.denied.delete('pods')
    replace(podStore, [], '1')
    await turn('Pods are read', () => kept.failure === undefined)
  })

  it('forgets the objects of a cache that was cleared, and diagnoses them when it is filled again', async () => {
    const { cluster, podStore, nodeStore, kept, titles, turn } = await keep()
    replace(podStore, [cluster.entry(pods, 'web', 1, { phase: 'Failed' })], '1')
    replace(nodeStore, [], '1')
    await turn('everything is diagnosed', () => kept.settled)
    podStore.clear()
    await turn('the cache is awaited', () => !kept.settled)
    replace(podStore, [cluster.entry(pods, 'api', 2, { phase: 'Failed' })], '2')
    await turn('everything is diagnosed again', () => kept.settled)
    expect(titles()).to.deep.equal(['api: node absent'])
  })

  it('diagnoses kinds that are followed later, once they are in sync', async () => {
    const { cluster, podStore, nodeStore, kept, titles, turn } = await keep()
    replace(podStore, [], '1')
    replace(nodeStore, [], '1')
    await turn('everything is diagnosed', () => kept.settled)
    const widgets = customKind({
      ...nodes,
      kind: 'Widget',
      plural: 'widgets',
      apiGroup: 'example.com',
      ...NO_NAMES,
    })
    const store = cluster.store(widgets)
    const rule = defineRule({
      id: 'widget',
      on: widgets,
      severity: 'info',
      description: 'A rule.',
      find: () => ({ title: 'a widget', message: '', evidence: [], confidence: 1 }),
    })
    kept.follow({ kinds: [widgets], rules: [rule] })
    kept.follow({ kinds: [widgets], rules: [rule] })
    expect([kept.settled, kept.syncing]).to.deep.equal([false, [widgets]])
    replace(store, [cluster.entry(widgets, 'one', 2)], '2')
    await turn('the widget is diagnosed', () => kept.settled)
    expect(titles()).to.deep.equal(['one: a widget'])
  })

  it('does without a kind that is denied later, once it is checked, and checks again after 8 s', async () => {
    const { cluster, podStore, nodeStore, kept, titles, turn, time } = await keep()
    replace(podStore, [cluster.entry(pods, 'web', 1, { phase: 'Failed' })], '1')
    replace(nodeStore, [cluster.entry(nodes, 'worker', 1)], '1')
    await turn('everything is diagnosed', () => kept.settled)
    const { signal } = new AbortController()
    await kept.verify(signal)
    cluster.denied.set('pods', new ForbiddenByClusterError('pods is forbidden', [], 'grant it'))
    await kept.verify(signal)
    expect([kept.isVerified, titles()]).to.deep.equal([true, ['web: node worker']])
    time.turn(8000)
    expect(kept.isVerified).to.equal(false)
    await kept.verify(signal)
    expect([kept.isVerified, kept.settled]).to.deep.equal([true, false])
    await turn('the findings are dropped', () => kept.settled)
    expect([titles(), kept.unreadable.map(({ kind }) => kind.plural)]).to.deep.equal([[], ['pods']])
  })

  it('finds with another rule where kinds are hidden from the first', async () => {
    const fallback = defineRule({
      id: 'unknown',
      on: pods,
      severity: 'warning',
      isFallback: true,
      description: 'A rule.',
      find: (pod) =>
        pod.status?.phase === 'Running'
          ? undefined
          : { title: 'unknown', message: '', evidence: [], confidence: 0.5 },
    })
    const { cluster, podStore, nodeStore, kept, titles, turn } = await keep({ ruleSet: [...rules, fallback] })
    replace(podStore, [cluster.entry(pods, 'web', 1, { phase: 'Failed' })], '1')
    replace(nodeStore, [cluster.entry(nodes, 'worker', 1)], '1')
    await turn('everything is diagnosed', () => kept.settled)
    expect(titles()).to.deep.equal(['web: node worker'])
    const found = await kept.restricted(kept.findings, (kind) => kind.plural !== 'nodes')
    expect(found.map(({ title }) => title)).to.deep.equal(['unknown'])
  })

  it('reports the words of the cluster for a namespace that the service is not granted', async () => {
    const { cluster, kept } = await keep({ denied: ['pods', 'nodes'] })
    const { signal } = new AbortController()
    expect(await kept.denialsIn('kube-system', signal), 'all namespaces are granted').to.deep.equal([])
    cluster.grants.namespaces.push('shop')
    expect(await kept.denialsIn('shop', signal)).to.deep.equal([])
    const denials = await kept.denialsIn('kube-system', signal)
    expect(denials.map(({ message }) => message)).to.deep.equal(['pods is forbidden', 'nodes is forbidden'])
  })

  it('hides kinds from the rules for a caller who may not read them', async () => {
    const { cluster, podStore, nodeStore, kept, titles, turn } = await keep()
    replace(podStore, [cluster.entry(pods, 'web', 1, { phase: 'Failed' })], '1')
    replace(nodeStore, [cluster.entry(nodes, 'worker', 1)], '1')
    await turn('everything is diagnosed', () => kept.settled)
    expect(titles()).to.deep.equal(['web: node worker'])
    expect(await kept.restricted(kept.findings, (kind) => kind.plural !== 'nodes')).to.deep.equal([])
    expect(await kept.restricted(kept.findings, () => true)).to.have.length(1)
  })
})
