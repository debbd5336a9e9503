import { expect } from 'chai'
import { FairQueue } from '../../server/core/fair-queue.ts'
import { MemoryLedger } from '../../server/core/memory-ledger.ts'
import { ClusterConnection } from '../../server/cluster/contexts/cluster-connection.ts'
import { ZstdCodec } from '../../server/cluster/cache/zstd-codec.ts'
import type { PatchOptions } from '../../server/cluster/read/cluster.ts'
import type { WriteAttempt } from '../../server/cluster/write/write-audit.ts'
import { systemClock } from '../../server/core/clock.ts'
import { Scheduler } from '../../server/core/scheduler.ts'
import { startDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { deployments } from '../../server/kinds/deployments/kind.ts'
import { nodes } from '../../server/kinds/nodes/kind.ts'
import { Kube, type KubeObject } from '../support/kube.ts'
import { contextTo } from '../support/serve.ts'
import { until } from '../support/until.ts'

interface Event {
  reason: string
  message: string
  firstTimestamp: string
}

/** A time that is not now, for the injected clock. */
const NOW = Date.parse('2020-02-02T02:02:02Z')
const REF = { namespace: 'shop', name: 'storefront' }
const caller = { name: 'ada', via: 'token', requestId: 'r-1' }
const ignore = () => undefined

describe('a cluster as the actions of kinds use it', () => {
  let demo: DemoCluster
  let kube: Kube
  let connection: ClusterConnection
  let attempts: WriteAttempt[]

  beforeEach(async () => {
    demo = await startDemoCluster({ controllers: false })
    kube = new Kube({ url: demo.url, token: demo.token })
    attempts = []
    const grants = { managedByChart: false, readOnly: false, namespaces: [] }
    connection = new ClusterConnection(contextTo('test', demo.url, demo.token, grants), {
      observer: {
        observe: ignore,
        synced: ignore,
        ended: ignore,
        quarantined: ignore,
        checked: ignore,
        diverged: ignore,
        eventRefused: ignore,
      },
      userAgent: 'test',
      time: systemClock,
      clock: () => NOW,
      scheduler: new Scheduler(),
      ledger: new MemoryLedger(1e6),
      listBuilds: new FairQueue({ subject: 'lists', running: 1, waitingPerCaller: 1, waiting: 1 }),
      requestTimeoutMs: 15_000,
      zstandard: new ZstdCodec(),
      views: ignore,
    })
  })
  afterEach(async () => {
    await connection.close()
    await kube.close()
    await demo.close()
  })

  function open() {
    const audit = async (attempt: WriteAttempt) => {
      attempts.push(attempt)
      return async () => undefined
    }
    const { signal } = new AbortController()
    return connection.cluster(
      signal,
      { bypassCache: false, atLeast: undefined },
      { audit, caller },
      undefined,
    )
  }

  const patch = (options: PatchOptions) => open().patch(deployments, REF, { spec: { replicas: 2 } }, options)
  const eventsOf = async (reason: string) =>
    (await kube.get<{ items: Event[] }>('/api/v1/namespaces/shop/events')).items.filter(
      (one) => one.reason === reason,
    )

  it('announces a write as an Event of the action, with the time of the clock', async () => {
    await patch({ event: { reason: 'Scaled', text: 'Scaled to 2' } })
    const [event] = await until('the Event', async () => {
      const found = await eventsOf('Scaled')
      return found.length > 0 ? found : undefined
    })
    expect(event?.message).to.equal('Scaled to 2 by "ada" via token through Cluster Inspector (request r-1)')
    expect(event?.firstTimestamp).to.equal('2020-02-02T02:02:02Z')
    expect(await eventsOf('Restarted')).to.deep.equal([])
  })

  it('announces a write to a cluster-scoped object in the namespace default', async () => {
    const [node] = (await kube.get<{ items: KubeObject[] }>('/api/v1/nodes')).items
    const name = node?.metadata.name ?? ''
    const event = { reason: 'Cordoned', text: 'Cordoned' }
    await open().patch(nodes, { name }, { spec: { unschedulable: true } }, { event })
    const found = await until('the Event', async () => {
      const { items } = await kube.get<{ items: KubeObject[] }>('/api/v1/namespaces/default/events')
      return items.find(({ reason }) => reason === 'Cordoned')
    })
    expect(found['involvedObject']).to.include({ kind: 'Node', name, uid: node?.metadata.uid })
    expect(found['involvedObject']).to.not.have.property('namespace')
  })

  it('announces no write whose action has no Event', async () => {
    await patch({ event: null })
    await patch({ event: { reason: 'Scaled', text: 'Scaled to 2' } })
    await until('the Event of the second write', async () =>
      (await eventsOf('Scaled')).length > 0 ? true : undefined,
    )
    expect(await eventsOf('Scaled')).to.have.length(1)
  })

  it('audits a write with the verb of its action, else with that of the call', async () => {
    await patch({ event: null })
    await patch({ event: null, auditVerb: 'delete' })
    expect(attempts.map(({ verb, resource, name }) => [verb, resource, name])).to.deep.equal([
      ['patch', 'deployments.apps', 'storefront'],
      ['delete', 'deployments.apps', 'storefront'],
    ])
  })

  it('reads a single object from the API server if its kind is not cached whole', async () => {
    const uncached = { ...deployments, uncachedDetails: true } as const
    connection.prewarm([deployments])
    await until('the cache', () =>
      connection.report().some(({ state }) => state === 'live') ? true : undefined,
    )
    const cached = open()
    await cached.get(deployments, REF)
    expect(cached.headers()['x-cache']).to.equal('hit')
    const direct = open()
    await direct.detail(uncached, REF, deployments.summary, NOW)
    expect(direct.headers()['x-cache']).to.equal('miss')
    expect(direct.dependencies()).to.equal(undefined)
  })
})
