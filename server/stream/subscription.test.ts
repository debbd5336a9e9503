import { expect } from 'chai'
import { ClusterError, ForbiddenByClusterError } from '../core/errors.ts'
import type { AccessQuery } from '../cluster/access/access-review-cache.ts'
import { Streams, until } from '../testing/streams.ts'

describe('the stream of one caller', () => {
  let streams: Streams
  let lost: Map<string, Error>
  const kinds = ['pods', 'deployments']
  const last = (name: string) => (events: string[]) => events.at(-1) === name
  const rights = {
    peek: ({ kind }: AccessQuery) => !lost.has(kind.plural),
    demand: async ({ kind }: AccessQuery) => {
      const error = lost.get(kind.plural)
      if (error !== undefined) throw error
    },
  }
  /** Waits until the next check of the caller's rights has run and its result has been sent. */
  async function look(): Promise<void> {
    streams.time.turn(2000)
    await new Promise((resolve) => setImmediate(resolve))
  }

  beforeEach(() => {
    streams = new Streams()
    streams.fill()
    lost = new Map()
  })
  afterEach(() => streams.hub.close())

  it('loses a kind with the right of this caller, and goes on with the others without loss or repetition', async () => {
    const other = await streams.synced({ kinds })
    const sink = await streams.synced({ kinds, rights })
    const before = sink.events.length
    lost.set('pods', new ForbiddenByClusterError('pods is forbidden: User "ada" …', [], ''))
    await look()
    await until(sink, last('synced deployments'))
    streams.pods.apply(streams.pod('c', 101), false)
    streams.deployments.apply(streams.followed.entry(streams.deployments.kind, 'api', 102), false)
    await until(sink, last('ADDED deployment api'))
    await until(other, last('ADDED deployment api'))
    expect(sink.events.slice(before)).to.deep.equal([
      'forbidden pods',
      'synced deployments',
      'ADDED deployment api',
    ])
    expect(other.events).to.include('ADDED pod c')
    expect(streams.hub.subscribers).to.equal(2)
    lost.set('deployments', new ForbiddenByClusterError('denied', [], ''))
    await look()
    await until(sink, last('forbidden deployments'))
    sink.destroy()
    expect([streams.hub.subscribers, streams.counts.get('open')]).to.deep.equal([1, 1])
  })

  it('refuses to open without any right, and begins with what is allowed', async () => {
    const denied = new ForbiddenByClusterError('denied', [], '')
    lost.set('pods', denied)
    const sink = await streams.synced({ kinds, rights })
    expect(sink.events).to.deep.equal([
      'connected deployments,pods',
      'forbidden pods',
      'ADDED deployment web',
      'synced deployments',
    ])
    lost.set('deployments', denied)
    const refused: unknown = await streams.open({ kinds, rights }).catch((error: unknown) => error)
    expect(refused).to.equal(denied)
  })

  it('goes on while the cluster cannot say', async () => {
    const sink = await streams.synced({ kinds, rights })
    lost.set('pods', new ClusterError('away', 'away'))
    await look()
    streams.pods.apply(streams.pod('c', 101), false)
    await until(sink, last('ADDED pod c'))
    expect(sink.events.join()).to.not.include('forbidden')
  })
})
