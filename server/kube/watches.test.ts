import { expect } from 'chai'
import { ManualTime } from '../testing/manual-time.ts'
import { Turns } from '../turns.ts'
import { Gate } from './gate.ts'
import { nodes, pods } from './kinds.ts'
import { Reachability } from './reachability.ts'
import { Transport } from './transport.ts'
import { Zstandard } from './watch/zstandard.ts'
import { Watches } from './watches.ts'

describe('the watches of a context', () => {
  const IDLE_MS = 17 * 60_000
  let time: ManualTime
  let transport: Transport
  let watches: Watches
  let allowed: boolean
  const running = () => watches.report().map(({ resource, scope }) => `${resource} ${scope}`)

  beforeEach(() => {
    time = new ManualTime()
    allowed = true
    const identity = { headers: {}, tls: {} }
    transport = new Transport(
      {
        name: 'test',
        // Nobody is there: what is watched stays empty, which is enough here.
        origin: 'http://127.0.0.1:9',
        basePath: '',
        credentials: { current: async () => identity, refused: async () => false },
        grants: { context: 'test', byChart: false, readOnly: false, namespaces: [] },
        declared: { cluster: 'test', user: 'test', namespace: 'default', source: 'test' },
      },
      { observe: () => undefined },
      'watches-test',
    )
    const reachability = new Reachability(async () => 'ready', time)
    const gate = new Gate(async () => allowed, reachability, time)
    const observer = {
      synced: () => undefined,
      live: () => undefined,
      ended: () => undefined,
      quarantined: () => undefined,
      checked: () => undefined,
      diverged: () => undefined,
    }
    watches = new Watches(
      transport,
      { gate, reachability, time, turns: new Turns(), zstandard: new Zstandard(), views: () => undefined },
      observer,
    )
  })
  afterEach(async () => {
    watches.stop()
    await transport.close()
  })

  it('are started once for all who wait for them', async () => {
    const found = await Promise.all([1, 2, 3].map(() => watches.started(pods, 'shop')))
    expect(new Set(found).size).to.equal(1)
    expect(found[0]?.state).to.equal('syncing')
    expect(running()).to.deep.equal(['pods '])
  })

  it('are none where nothing may be watched', async () => {
    allowed = false
    expect(await watches.started(pods, 'shop')).to.equal(undefined)
    expect(running()).to.deep.equal([])
  })

  it('stop when nobody asks for them any more, but for those that are followed', async () => {
    await watches.started(nodes, undefined)
    const leave = (await watches.started(pods, undefined))?.store.observe(() => undefined)
    time.turn(IDLE_MS)
    expect(running()).to.deep.equal(['pods '])
    leave?.()
    time.turn(IDLE_MS)
    expect(running()).to.deep.equal([])
  })
})
