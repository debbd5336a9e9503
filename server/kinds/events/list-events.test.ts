import { expect } from 'chai'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { projectionOf } from '../../cluster/read/memoized-view.ts'
import { metadata, now } from '../../testing/metadata.ts'
import { events as kind } from './kind.ts'
import { listEvents } from './list-events.ts'
import type { Event } from './model.ts'

const HOUR = 3_600_000
const event = (name: string, lastTimestamp: string): Event => ({
  metadata: metadata({ name }),
  lastTimestamp,
})

/** A cluster that lists these events. */
const clusterWith = (events: readonly Event[]): Cluster => {
  const cluster: Pick<Cluster, 'list'> = {
    list: async (_kind, _selection, view) => events.flatMap((one) => projectionOf(view)(one as never) ?? []),
  }
  return cluster as Cluster
}

async function listed(events: readonly Event[], milliseconds?: number) {
  const body = await listEvents(clusterWith(events), kind, {
    selection: {},
    selects: ({ metadata: { name } }) => name !== 'left-out',
    ...(milliseconds === undefined ? {} : { period: { now, milliseconds } }),
    key: [],
    page: {},
  })
  const { events: items } = JSON.parse(body.bytes.toString()) as { events: { lastTimestamp: string }[] }
  return { times: items.map(({ lastTimestamp }) => lastTimestamp), expiresAt: body.expiresAt }
}

describe('a list of events', () => {
  const ages = [
    event('a', '2026-11-27T10:00:00Z'),
    event('left-out', '2026-11-27T11:59:00Z'),
    event('b', '2026-11-27T11:30:00Z'),
    event('c', '2026-11-27T11:00:00Z'),
    event('unreadable', 'soon'),
  ]

  it('does not change by itself without a period', async () => {
    const { times, expiresAt } = await listed(ages.slice(0, 4))
    expect(times).to.deep.equal(['2026-11-27T11:30:00Z', '2026-11-27T11:00:00Z', '2026-11-27T10:00:00Z'])
    expect(expiresAt).to.equal(Infinity)
  })

  it('has the events of the period, its beginning included, until the oldest of them leaves it', async () => {
    const { times, expiresAt } = await listed(ages, HOUR)
    expect(times).to.deep.equal(['2026-11-27T11:30:00Z', '2026-11-27T11:00:00Z'])
    expect(expiresAt).to.equal(now + 1)
    expect((await listed(ages.slice(0, 3), HOUR)).expiresAt).to.equal(now + HOUR / 2 + 1)
  })
})
