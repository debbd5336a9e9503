import { expect } from 'chai'
import { ManualClock } from '../../../testing/manual-time.ts'
import { tick } from '../../../testing/tick.ts'
import type { Message } from '../messages/message.ts'
import { MAX_QUEUE, Outbox, type Delivery, type QueuedMessage } from './outbox.ts'
import { parseRetryAfter } from './retry-after.ts'
import type { SendResult } from './send-message.ts'

const START = Date.UTC(2026, 10, 20)
const SECOND = 1000
const messageOf = (id: string): Message => ({
  id,
  type: 'firing',
  at: START,
  severity: 'critical',
  title: 'x',
  items: [],
  more: 0,
})
const delivered: SendResult = { outcome: 'delivered', status: 200 }
const unavailable: SendResult = { outcome: 'retry', status: 503, error: 'the receiver responded 503' }

/** An outbox with a scripted receiver: the last result is repeated. */
class Stage {
  readonly time = new ManualClock()
  /** Attempts: the id of the message, and the seconds since the start. */
  readonly attempts: string[] = []
  readonly deliveries: Delivery[] = []
  readonly stored: number[] = []
  maySend = true
  broken = 0
  readonly outbox: Outbox

  constructor(results: SendResult[], { paceMs = 0, queue = [] as readonly QueuedMessage[] } = {}) {
    const clock = () => START + this.time.now()
    this.outbox = new Outbox(
      {
        channel: 'ops',
        paceMs,
        time: this.time,
        clock,
        send: async ({ id }) => {
          this.attempts.push(`${id} ${this.time.now() / SECOND}`)
          return (results.length > 1 ? results.shift() : results[0]) ?? delivered
        },
        maySend: () => this.maySend,
        onDelivery: (delivery) => this.deliveries.push(delivery),
        onBroken: () => this.broken++,
        store: async () => void this.stored.push(this.outbox.queue.length),
      },
      queue,
    )
  }

  async send(...ids: readonly string[]): Promise<this> {
    this.outbox.add(ids.map(messageOf))
    this.outbox.run()
    await tick(5)
    return this
  }

  async pass(milliseconds: number): Promise<this> {
    this.time.turn(milliseconds)
    await tick(5)
    return this
  }

  get outcomes(): string[] {
    return this.deliveries.map(({ id, attempt, outcome }) => `${id} ${attempt} ${outcome}`)
  }
}

describe('the outbox of a channel', () => {
  it('delivers in order, one at a time, and stores each outcome', async () => {
    const stage = await new Stage([delivered]).send('a', 'b', 'a')
    expect(stage.attempts).to.deep.equal(['a 0', 'b 0'])
    expect(stage.outcomes).to.deep.equal(['a 1 delivered', 'b 1 delivered'])
    expect(stage.stored).to.deep.equal([1, 0])
    await stage.send('c')
    expect(stage.attempts).to.have.length(3)
  })

  it('tries again after 1, 5, 25, 120 and 600 s with jitter, then gives up visibly and goes on', async () => {
    const stage = await new Stage([...Array.from({ length: 6 }, () => unavailable), delivered]).send('a', 'b')
    for (const wait of [1, 5, 25, 120, 600]) {
      const before = stage.attempts.length
      await stage.pass(wait * 1.125 * SECOND - 1)
      expect(stage.attempts).to.have.length(before)
      await stage.pass(1)
      expect(stage.attempts.length).to.be.greaterThan(before)
    }
    expect(stage.attempts.filter((attempt) => attempt.startsWith('a'))).to.have.length(6)
    expect(stage.outcomes.slice(-3)).to.deep.equal(['a 5 retry', 'a 6 failed', 'b 1 delivered'])
    expect(stage.deliveries[5]).to.include({
      status: 503,
      error: 'the receiver responded 503',
      channel: 'ops',
    })
  })

  it('waits as long as Retry-After says, longer or shorter', async () => {
    const stage = await new Stage([
      { ...unavailable, retryAfterMs: 90_000 },
      { ...unavailable, retryAfterMs: 100 },
      delivered,
    ]).send('a')
    await stage.pass(90_000 - 1)
    expect(stage.attempts).to.have.length(1)
    await (await stage.pass(1)).pass(100)
    expect(stage.attempts).to.deep.equal(['a 0', 'a 90', 'a 90.1'])
  })

  it('gives up at once after another failure', async () => {
    const stage = await new Stage([{ outcome: 'failed', status: 400 }, delivered]).send('a', 'b')
    expect(stage.outcomes).to.deep.equal(['a 1 failed', 'b 1 delivered'])
  })

  it('drops the queue of a receiver that is gone, and reports it', async () => {
    const stage = await new Stage([{ outcome: 'broken', status: 410 }]).send('a', 'b')
    expect(stage.outcomes).to.deep.equal(['a 1 failed', 'b 0 dropped'])
    expect([stage.broken, stage.outbox.queue]).to.deep.equal([1, []])
  })

  it('keeps a pace between attempts', async () => {
    const stage = await new Stage([delivered], { paceMs: SECOND }).send('a', 'b')
    expect(stage.attempts).to.deep.equal(['a 0'])
    await stage.pass(SECOND - 1)
    expect(stage.attempts).to.have.length(1)
    await stage.pass(1)
    expect(stage.attempts).to.deep.equal(['a 0', 'b 1'])
  })

  it('holds a hundred messages, and drops the oldest for a new one', async () => {
    const stage = new Stage([delivered])
    stage.outbox.add(Array.from({ length: MAX_QUEUE }, (_, n) => messageOf(`m${n}`)))
    expect([stage.outbox.queue.length, stage.outcomes]).to.deep.equal([100, []])
    stage.outbox.add([messageOf('new')])
    expect([stage.outbox.queue.length, stage.outcomes]).to.deep.equal([100, ['m0 0 dropped']])
    expect(stage.outbox.queue.at(-1)?.message.id).to.equal('new')
  })

  it('goes on with the stored queue, its attempts and times after a restart', async () => {
    const queue = [{ message: messageOf('a'), attempt: 5, dueAt: START + 3 * SECOND }]
    const stage = await new Stage([unavailable], { queue }).send()
    await stage.pass(3 * SECOND - 1)
    expect(stage.attempts).to.deep.equal([])
    await stage.pass(1)
    expect(stage.outcomes).to.deep.equal(['a 6 failed'])
  })

  it('sends nothing while another process may, nor after its end', async () => {
    const stage = new Stage([delivered])
    stage.maySend = false
    await stage.send('a')
    expect([stage.attempts, stage.outbox.queue.length]).to.deep.equal([[], 1])
    stage.outbox.stop()
    stage.maySend = true
    await stage.send()
    expect(stage.attempts).to.deep.equal([])
  })
})

describe('parseRetryAfter', () => {
  it('reads seconds and dates, and waits for an hour at most', () => {
    const now = Date.UTC(2026, 10, 20, 11, 25)
    expect(parseRetryAfter('120', now)).to.equal(120_000)
    expect(parseRetryAfter('Fri, 20 Nov 2026 11:26:30 GMT', now)).to.equal(90_000)
    expect(parseRetryAfter('Fri, 20 Nov 2026 11:20:00 GMT', now)).to.equal(0)
    expect(parseRetryAfter('999999999', now)).to.equal(3_600_000)
    for (const text of [undefined, '', 'soon', '-'])
      expect(parseRetryAfter(text, now), text).to.equal(undefined)
  })
})
