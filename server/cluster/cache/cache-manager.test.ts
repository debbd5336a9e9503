import { expect } from 'chai'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { Scheduler } from '../../core/scheduler.ts'
import { AccessReviewCache } from '../access/access-review-cache.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { Reachability } from '../contexts/reachability.ts'
import { Transport } from '../client/transport.ts'
import { ZstdCodec } from './zstd-codec.ts'
import { CacheManager } from './cache-manager.ts'

describe('the watches of a context', () => {
  const IDLE_MS = 17 * 60_000
  let time: ManualClock
  let transport: Transport
  let watches: CacheManager
  let allowed: boolean
  const running = () => watches.report().map(({ resource, scope }) => `${resource} ${scope}`)

  beforeEach(() => {
    time = new ManualClock()
    allowed = true
    const identity = { headers: {}, tls: {} }
    transport = new Transport(
      {
        name: 'test',
        // No API server listens at this address, so the caches stay empty, which is enough for these tests.
        origin: 'http://127.0.0.1:9',
        basePath: '',
        credentials: { current: async () => identity, rejected: async () => false },
        grants: { context: 'test', managedByChart: false, readOnly: false, namespaces: [] },
        declared: { cluster: 'test', user: 'test', namespace: 'default', source: 'test' },
      },
      { observe: () => undefined },
      'watches-test',
    )
    const reachability = new Reachability(async () => 'ready', time)
    const gate = new AccessReviewCache(async () => allowed, {
      reachability,
      time,
      ledger: new MemoryLedger(1e6),
    })
    const observer = {
      synced: () => undefined,
      ended: () => undefined,
      quarantined: () => undefined,
      checked: () => undefined,
      diverged: () => undefined,
    }
    watches = new CacheManager(
      transport,
      {
        reviews: gate,
        reachability,
        time,
        scheduler: new Scheduler(),
        zstandard: new ZstdCodec(),
        views: () => undefined,
      },
      observer,
    )
  })
  afterEach(async () => {
    watches.stop()
    await transport.close()
  })

  it('starts one watch for all readers that wait', async () => {
    const found = await Promise.all([1, 2, 3].map(() => watches.ensure(pods, 'shop')))
    expect(new Set(found).size).to.equal(1)
    expect(found[0]?.state).to.equal('syncing')
    expect(running()).to.deep.equal(['pods '])
  })

  it('starts no watch without the right to watch', async () => {
    allowed = false
    expect(await watches.ensure(pods, 'shop')).to.equal(undefined)
    expect(running()).to.deep.equal([])
  })

  it('stop when nobody asks for them any more, but for those that are followed', async () => {
    await watches.ensure(nodes, undefined)
    const leave = (await watches.ensure(pods, undefined))?.store.observe(() => undefined)
    time.turn(IDLE_MS)
    expect(running()).to.deep.equal(['pods '])
    leave?.()
    time.turn(IDLE_MS)
    expect(running()).to.deep.equal([])
  })
})
