import { expect } from 'chai'
import { deliveriesByChannel, describeDelivery, type Channel, type Delivery } from './channel-deliveries.ts'

const delivery = (channel: string, attempt: number): Delivery => ({
  id: `${channel}-${attempt}`,
  channel,
  time: '2026-01-01T00:00:00Z',
  attempt,
  outcome: 'delivered',
  status: 204,
})

describe('deliveries of notifications in the console', () => {
  it('lists the last five of each channel, and those of channels that are gone', () => {
    const channels = [{ name: 'ops' }, { name: 'quiet' }] as Channel[]
    const deliveries = [1, 2, 3, 4, 5, 6, 7].map((attempt) => delivery('ops', attempt))
    const groups = deliveriesByChannel({ channels, deliveries: [...deliveries, delivery('old', 1)] })
    expect(groups.map((group) => [group.name, group.channel?.name, group.deliveries.length])).to.deep.equal([
      ['ops', 'ops', 5],
      ['quiet', 'quiet', 0],
      ['old', undefined, 1],
    ])
  })

  it('says in words whether a message was delivered, and why not', () => {
    expect(describeDelivery(delivery('ops', 1))).to.equal('delivered')
    const failed = { ...delivery('ops', 2), outcome: 'retry', status: 503 } as const
    expect(describeDelivery(failed)).to.equal('failed, is tried again, attempt 2: status 503')
  })
})
