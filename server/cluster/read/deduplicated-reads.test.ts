import { expect } from 'chai'
import { SingleFlight } from '../../core/single-flight.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { DeduplicatedReads } from './deduplicated-reads.ts'
import { Reachability } from '../contexts/reachability.ts'
import { systemClock } from '../../core/clock.ts'
import { Transport } from '../client/transport.ts'
import { WriteTracker } from '../write/write-tracker.ts'

describe('deduplicated reads', () => {
  const never = new AbortController().signal
  const time = systemClock
  const reachability = new Reachability(async () => 'ready', time)
  let transport: Transport
  let writes: WriteTracker
  let made: number
  let reads: (group?: string) => DeduplicatedReads
  const make = async () => ++made

  beforeEach(() => {
    made = 0
    writes = new WriteTracker(time)
    const shared = {
      flights: new SingleFlight(),
      writes,
      reachability,
      time,
      maxWaitMs: 0,
      quarantined: () => undefined,
      warmupQueue: () => undefined,
    }
    transport = new Transport(
      {
        name: 'test',
        // No call is made to this address.
        origin: 'http://127.0.0.1:9',
        basePath: '',
        credentials: { current: async () => ({ headers: {}, tls: {} }), rejected: async () => false },
        grants: { context: 'test', managedByChart: false, readOnly: false, namespaces: [] },
        declared: { cluster: 'test', user: 'test', namespace: 'default', source: 'test' },
      },
      { observe: () => undefined },
      'live-reads-test',
    )
    reads = (group) => new DeduplicatedReads(transport, never, shared, group)
  })
  afterEach(() => transport.close())

  it('parses a live read once for all concurrent readers of the same', async () => {
    const all = Array.from({ length: 100 }, () => reads('').compute({ kind: pods }, 'all', make))
    expect(new Set(await Promise.all(all))).to.deep.equal(new Set([1]))
  })

  it('parses a live read for each reader that wants another view, knows of a write, or needs the current state', async () => {
    const all = [
      reads('').compute({ kind: pods }, 'all', make),
      reads('').compute({ kind: pods }, 'some', make),
      reads('pods 7').compute({ kind: pods }, 'all', make),
      reads().compute({ kind: pods }, 'all', make),
    ]
    expect(new Set(await Promise.all(all))).to.deep.equal(new Set([1, 2, 3, 4]))
  })

  it('shares no read with a caller who comes after a write', async () => {
    const before = reads('').compute({ kind: pods }, 'all', make)
    writes.changed(pods, '7')
    const after = reads('').compute({ kind: pods }, 'all', make)
    expect(await Promise.all([before, after])).to.deep.equal([1, 2])
  })
})
