import { expect } from 'chai'
import { systemClock } from '../core/clock.ts'
import { Scheduler } from '../core/scheduler.ts'
import { daemonSets } from '../kinds/daemonsets/kind.ts'
import { events } from '../kinds/events/kind.ts'
import { jobs } from '../kinds/jobs/kind.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import { statefulSets } from '../kinds/statefulsets/kind.ts'
import { cachedObjectFactory, replace } from '../testing/build-cached-object.ts'
import { FakeWatchableCluster } from '../testing/fake-watchable-cluster.ts'
import { metadata, now } from '../testing/metadata.ts'
import { KeptFindings } from './kept-findings.ts'
import { quotaExceeded } from './rules/quota-exceeded.ts'

const EXCEEDED = 'exceeded quota: tight, requested: pods=1, used: pods=1, limited: pods=1'

describe('a rule for controllers of several kinds', () => {
  it('finds the same for a caller who may read all of them, whichever kind the object has', async () => {
    const cluster = new FakeWatchableCluster()
    const kinds = [daemonSets, events, jobs, replicaSets, statefulSets]
    const agent = metadata({ name: 'agent', uid: 'uid-agent' })
    const objects = {
      daemonsets: { metadata: agent, status: { desiredNumberScheduled: 1 } },
      events: {
        metadata: metadata({ name: 'agent.1' }),
        involvedObject: { kind: 'DaemonSet', name: 'agent', namespace: agent.namespace, uid: agent.uid },
        reason: 'FailedCreate',
        message: `Error creating: pods "agent-x" is forbidden: ${EXCEEDED}`,
      },
    }
    for (const kind of kinds) {
      const object = Object.entries(objects).find(([plural]) => plural === kind.plural)?.[1]
      const entries = object === undefined ? [] : [cachedObjectFactory<unknown>(kind).entry(object)]
      replace(cluster.store(kind), entries, '1')
    }
    const scheduler = new Scheduler()
    const options = { rules: quotaExceeded, kinds, time: systemClock, clock: () => now, scheduler }
    const kept = new KeptFindings(cluster, options)
    await kept.whenSettled(AbortSignal.timeout(10_000))
    const { findings } = kept
    const restricted = await kept.restricted(findings, () => true)
    kept.stop()
    expect(findings.map(({ id }) => id)).to.deep.equal(['quota-exceeded/DaemonSet/shop/agent'])
    expect(restricted.map(({ id }) => id)).to.deep.equal(findings.map(({ id }) => id))
  })
})
