import { expect } from 'chai'
import { reportFailures } from '../core/background.ts'
import { FakeSseWriter } from '../testing/fake-sink.ts'
import { Streams, until } from '../testing/streams.ts'

describe('a stream in which something fails', () => {
  let streams: Streams
  const reported: string[] = []
  const last = (name: string) => (events: string[]) => events.at(-1) === name
  const change = (name: string, version: number) => streams.pods.apply(streams.pod(name, version), false)

  beforeEach(() => {
    reported.length = 0
    reportFailures((work, error) => reported.push(`${work}: ${String(error)}`))
    streams = new Streams()
    streams.fill()
  })
  afterEach(() => {
    streams.hub.close()
    reportFailures(undefined)
  })

  const broken: [what: string, breaks: (sink: FakeSseWriter) => void][] = [
    [
      'a change cannot be written to it',
      (sink) => {
        sink.write = () => {
          throw new Error('no socket')
        }
      },
    ],
    [
      'its queue cannot be looked at',
      (sink) =>
        Object.defineProperty(sink, 'unsentBytes', {
          get: () => {
            throw new Error('no socket')
          },
        }),
    ],
  ]
  for (const [what, breaks] of broken)
    it(`ends where ${what}, and the others continue`, async () => {
      const [failing, other] = [await streams.synced(), await streams.synced()]
      breaks(failing)
      change('c', 101)
      await until(other, last('ADDED pod c'))
      expect([failing.ended, other.ended]).to.deep.equal(['cut', undefined])
      streams.time.turn(30_000)
      change('d', 102)
      await until(other, last('ADDED pod d'))
      expect(streams.counts.get('open')).to.equal(1)
      expect(reported).to.deep.equal(['a stream: Error: no socket'])
    })

  it('ends if it fails before its snapshot is complete', async () => {
    const sink = new FakeSseWriter()
    sink.drained = () => Promise.reject(new Error('no socket'))
    sink.unsentBytes = 100_000
    await streams.open({}, sink)
    await until(sink, () => sink.ended === 'cut')
    expect(reported).to.deep.equal(['a stream: Error: no socket'])
  })

  it('resyncs a subscriber to whom a change could not be sent', async () => {
    const sink = await streams.synced()
    const item = streams.followed.renderItem.bind(streams.followed)
    streams.followed.renderItem = () => {
      throw new Error('no such field')
    }
    change('c', 101)
    streams.followed.renderItem = item
    await until(sink, (events) => {
      streams.time.turn(500)
      return events.includes('resync pods') && last('synced pods')(events)
    })
    expect(sink.events.slice(-5)).to.deep.equal([
      'resync pods',
      'ADDED pod a',
      'ADDED pod b',
      'ADDED pod c',
      'synced pods',
    ])
    expect(reported).to.deep.equal(['a feed of pods: Error: no such field'])
  })

  it('goes on where the rights of its service could not be looked at', async () => {
    const sink = await streams.synced()
    streams.followed.authorize = () => {
      throw new Error('no review')
    }
    streams.time.turn(1000)
    change('c', 101)
    await until(sink, last('ADDED pod c'))
  })
})
