import { expect } from 'chai'
import { MemoryLedger } from '../core/memory-ledger.ts'
import { ForbiddenByClusterError } from '../core/errors.ts'
import { AccessReviewCache } from '../cluster/access/access-review-cache.ts'
import { pods } from '../kinds/pods/kind.ts'
import { Reachability } from '../cluster/contexts/reachability.ts'
import { FakeSseWriter } from '../testing/fake-sink.ts'
import { Streams, until } from '../testing/streams.ts'
import { tick } from '../testing/tick.ts'
import { streamKinds } from './stream-kinds.ts'

describe('the access of streams that run', () => {
  const settled = () => tick(5)

  for (const revokedAt of [0, 500, 999, 1500, 3700, 5999, 6001, 7300])
    it(`a right that is taken away ${revokedAt} ms after it was looked at shows within 10 s [F10]`, async () => {
      const streams = new Streams()
      streams.fill()
      let allowed = true
      let reviews = 0
      const review = async (): Promise<boolean> => {
        reviews++
        return allowed
      }
      const gate = new AccessReviewCache(review, {
        reachability: new Reachability(async () => 'ready', streams.time),
        time: streams.time,
        ledger: new MemoryLedger(1e6),
      })
      streams.followed.authorize = async () => {
        const asked = { verb: 'list', kind: pods, namespace: undefined } as const
        if (!(await gate.check(asked)).allowed) throw new ForbiddenByClusterError('no', [], '')
      }
      const sinks = await Promise.all(Array.from({ length: 20 }, () => streams.synced()))
      streams.time.turn(revokedAt)
      await settled()
      allowed = false
      let waited = 0
      for (; waited < 20_000 && !sinks[0]?.events.includes('forbidden pods'); waited += 100) {
        streams.time.turn(100)
        await settled()
      }
      expect(waited).to.be.at.most(10_000)
      for (const sink of sinks) expect(sink.events.at(-1)).to.equal('forbidden pods')
      expect(reviews, 'however many listen').to.be.at.most(4)
      streams.hub.close()
    })

  it('starts no timer of its own: the open response has one', async () => {
    const streams = new Streams()
    streams.fill()
    const { followed, time } = streams
    const rights = { peek: () => true, demand: async () => undefined }
    const wanted = streamKinds.filter(({ plural }) => plural === 'pods')
    const query = { rows: wanted, namespace: undefined, labelSelector: undefined, snapshot: true }
    const due: number[] = []
    for (let opened = 0; opened < 3; opened++) {
      const sink = new FakeSseWriter()
      const stream = await streams.hub.open({ followed, rights }, query, undefined, sink.signal)
      stream.start(sink, sink.signal)
      await until(sink, (events) => events.at(-1) === 'synced pods')
      due.push(time.due.length)
    }
    expect(due).to.deep.equal([due[0], due[0], due[0]])
    streams.hub.close()
  })

  it('reviews no access without clients', async () => {
    const streams = new Streams()
    streams.fill()
    const sink = await streams.synced()
    sink.destroy()
    let asked = 0
    streams.followed.authorize = async () => {
      asked++
    }
    for (let n = 0; n < 20; n++) {
      streams.time.turn(1000)
      await settled()
    }
    expect(asked).to.equal(0)
    streams.hub.close()
  })
})
