import { expect } from 'chai'
import { Transport } from '../../server/cluster/client/transport.ts'
import { StateCleaner } from '../../server/operator/state-cleaner.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { ManualClock } from '../../server/testing/manual-time.ts'
import { openDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { Kube } from '../support/kube.ts'
import { demoConnection, NAMESPACE } from '../support/operating.ts'
import { recordLog } from '../support/record-log.ts'
import { until } from '../support/until.ts'

const PATH = `/apis/clusterinspector.dev/v1alpha1/namespaces/${NAMESPACE}/userstates`
const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 20)

describe('deletion of old settings', () => {
  let demo: DemoCluster
  let time: ManualClock
  let kube: Kube
  const { log, lines: logged } = recordLog()

  beforeEach(async () => {
    logged.length = 0
    demo = await openDemoCluster({ controllers: false })
    time = new ManualClock()
    kube = new Kube(demo)
    closeAfterwards('a client', async () => kube.close())
  })

  function cleaner(keepDays: number): StateCleaner {
    const transport = new Transport(demoConnection(demo), { observe: () => undefined }, 'cleaner-test')
    closeAfterwards('a transport', async () => transport.close())
    return new StateCleaner({ transport, namespace: NAMESPACE, time, clock: () => NOW, log, keepDays })
  }

  /** Adds a UserState that was changed this many days ago. */
  function add(name: string, days: number): void {
    const updatedAt = new Date(NOW - days * DAY_MS).toISOString()
    demo.apply({
      apiVersion: 'clusterinspector.dev/v1alpha1',
      kind: 'UserState',
      metadata: { name, namespace: NAMESPACE },
      spec: { user: name, plain: {}, updatedAt },
    })
  }

  async function names(): Promise<string[]> {
    const { body } = await kube.call('GET', PATH)
    return (body as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name)
  }

  it('keeps the records of the notifications, however old they are', async () => {
    for (const name of ['notifications', 'notification-alerts', 'old']) add(name, 400)
    cleaner(180).lead(true)
    time.turn(60_000)
    await until('the deletion', async () => ((await names()).length < 3 ? true : undefined))
    expect(await names()).to.have.members(['notifications', 'notification-alerts'])
  })

  it('deletes what nobody changed for 180 days, on every page, a minute after becoming the leader and daily', async () => {
    for (let n = 0; n < 50; n++) add(`old-${n}`, 181 + n)
    add('young', 179)
    const cleaning = cleaner(180)
    cleaning.lead(true)
    time.turn(59_000)
    expect(await names()).to.have.length(51)
    time.turn(1_000)
    await until('the deletions', async () => ((await names()).length === 1 ? true : undefined))
    expect(await names()).to.deep.equal(['young'])
    await until('the log', () => logged.find((line) => line.includes('"deleted":50')))
    add('later', 200)
    await until('the timer of the next day', () => (time.due.length > 0 ? true : undefined))
    expect(time.due).to.deep.equal([DAY_MS])
    time.turn(DAY_MS)
    await until('the deletion', async () => ((await names()).length === 1 ? true : undefined))
    cleaning.lead(false)
  })

  it('keeps settings that are changed between the list and their deletion', async () => {
    add('busy', 200)
    demo.onRequest(({ method }) => {
      if (method === 'DELETE') add('busy', 0)
    })
    const cleaning = cleaner(180)
    cleaning.lead(true)
    time.turn(60_000)
    await until('the end of the pass', () => (time.due.length > 0 ? true : undefined))
    expect(await names()).to.deep.equal(['busy'])
    expect(logged).to.deep.equal([])
    cleaning.lead(false)
  })

  it('deletes nothing as a follower, or if settings are kept forever', async () => {
    add('old', 1000)
    const follower = cleaner(180)
    follower.lead(true)
    follower.lead(false)
    cleaner(0).lead(true)
    expect(time.due).to.deep.equal([])
    time.turn(2 * DAY_MS)
    expect(await names()).to.deep.equal(['old'])
  })
})
