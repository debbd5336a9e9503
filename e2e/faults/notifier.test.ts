import { expect } from 'chai'
import { Validation } from '../../server/api/validation.ts'
import { Transport } from '../../server/cluster/client/transport.ts'
import { OwnObjects } from '../../server/cluster/write/own-objects.ts'
import type { Problem } from '../../server/features/notifications/alerts/problem.ts'
import { NotificationRecords } from '../../server/features/notifications/notification-records.ts'
import { NotifierLease } from '../../server/features/notifications/notifier-lease.ts'
import { Notifier } from '../../server/features/notifications/notifier.ts'
import { noKeys } from '../../server/features/settings/seal-keys.ts'
import { Seal } from '../../server/features/settings/seal.ts'
import { ClusterStore } from '../../server/features/settings/stores/cluster-store.ts'
import { Elector } from '../../server/operator/elector.ts'
import { defaultTiming } from '../../server/testing/alert-timing.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { problemFor } from '../../server/testing/problem-for.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { openDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { demoConnection, NAMESPACE } from '../support/operating.ts'

const TWO_SECONDS = 2000
/** Longer than a busy machine takes to stop a leader between grouping and sending. */
const GROUP_WAIT_MS = 20_000
/** Milliseconds of a skip: a Lease must not expire while a busy machine renews it. */
const STEP_MS = 100
const timing = {
  ...defaultTiming,
  forMs: TWO_SECONDS,
  groupWaitMs: GROUP_WAIT_MS,
  resolveAfterMs: TWO_SECONDS,
}
const problem = problemFor({ rule: 'image-not-found', affected: 20, since: Date.now() })
const log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined }

/** A process with a notifier and a candidate for its Lease. */
interface Replica {
  readonly notifier: Notifier
  readonly elector: Elector
}

describe('the notifier of three replicas', () => {
  let demo: DemoCluster
  let time: SkippingTime
  let problems: readonly Problem[]
  let sent: string[]
  let leaders: Set<string>

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false })
    time = new SkippingTime()
    problems = []
    sent = []
    leaders = new Set()
  })

  function start(name: string): Replica {
    const transport = new Transport(demoConnection(demo), { observe: () => undefined }, 'notifier-test')
    closeAfterwards('a transport', async () => transport.close())
    const own = new OwnObjects(transport, NAMESPACE)
    const startedAt = Date.now() - time.now()
    const clock = () => startedAt + time.now()
    const elector = new Elector({
      lease: new NotifierLease(own, 'notifier'),
      identity: name,
      time,
      clock,
      onLeadershipChange: (leading) => {
        if (leading) leaders.add(name)
        else leaders.delete(name)
        notifier.lead(leading)
      },
    })
    const store = new ClusterStore(own, clock)
    const notifier = new Notifier({
      records: new NotificationRecords({
        store,
        seal: new Seal(noKeys(), log),
        validation: new Validation(),
        time,
      }),
      channels: async () => [
        { name: 'ops', type: 'webhook', managed: true, url: 'https://ops.example/', secret: undefined },
      ],
      observe: async () => ({ problems, contexts: ['home'], observes: () => true }),
      send: async (_channel, { id, type }) => {
        sent.push(`${type} ${id}`)
        return { outcome: 'delivered', status: 200 }
      },
      leading: () => elector.leading,
      onDelivery: () => undefined,
      pathOf: (kind) => kind,
      timing,
      time,
      clock,
      log,
    })
    closeAfterwards('a replica', async () => {
      notifier.lead(false)
      await elector.stop()
    })
    elector.start()
    return { notifier, elector }
  }

  const leader = async () => time.until('one leader', () => [...leaders][0], STEP_MS)

  it('notifies once, also after the leader has gone and all replicas were restarted', async () => {
    const replicas = new Map(['a', 'b', 'c'].map((name) => [name, start(name)]))
    const first = await leader()
    problems = [problem]
    const phases = () => replicas.get(first)?.notifier.phases
    await time.until('the alert to fire', () => phases()?.get('firing') === 1 || undefined, STEP_MS)
    // Between grouping and sending.
    expect(sent).to.deep.equal([])
    await replicas.get(first)?.elector.stop()
    expect(leaders.size).to.equal(0)
    const second = await leader()
    expect(second).to.not.equal(first)
    await time.until('a message', () => sent.length > 0 || undefined, STEP_MS)
    for (const { elector } of replicas.values()) await elector.stop()
    start('d')
    expect(await leader()).to.equal('d')
    for (let round = 0; round < 20; round++) {
      const end = time.now() + 1000
      await time.until('a second', () => time.now() >= end || undefined, STEP_MS)
      expect(leaders.size).to.equal(1)
    }
    problems = []
    await time.until('the end', () => sent.some((one) => one.startsWith('resolved')) || undefined, STEP_MS)
    expect(sent.map((one) => one.split(' ')[0])).to.deep.equal(['firing', 'resolved'])
  })
})
