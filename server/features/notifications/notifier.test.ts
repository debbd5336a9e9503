import { expect } from 'chai'
import { Validation } from '../../api/validation.ts'
import { UnavailableError } from '../../core/errors.ts'
import { eventually } from '../../testing/eventually.ts'
import { closeAfterwards } from '../../testing/fixtures.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { problemFor } from '../../testing/problem-for.ts'
import { tick } from '../../testing/tick.ts'
import { temporaryKeys } from '../settings/seal-keys.ts'
import { Seal } from '../settings/seal.ts'
import { MemoryStore } from '../settings/stores/memory-store.ts'
import type { Problem } from './alerts/problem.ts'
import { defaultTiming } from '../../testing/alert-timing.ts'
import type { Delivery } from './channels/outbox.ts'
import type { SendResult } from './channels/send-message.ts'
import { emptyConfiguration, type Channel } from './configuration.ts'
import { textMessage } from './messages/compose-message.ts'
import { NotificationRecords } from './notification-records.ts'
import { Notifier } from './notifier.ts'

const START = Date.UTC(2026, 10, 20)
const EVERY = 10_000
const MINUTE = 60_000
const { signal } = new AbortController()
const delivered: SendResult = { outcome: 'delivered', status: 200 }
const log = { error: () => undefined, info: () => undefined, debug: () => undefined }

const problem = problemFor({ rule: 'image-not-found', affected: 20, since: START })
const channelOf = (name: string, changed: Partial<Channel> = {}): Channel => ({
  name,
  type: 'webhook',
  managed: true,
  url: `https://${name}.example/`,
  secret: undefined,
  ...changed,
})

/** Replicas on one store, with one cluster and one receiver. */
class Installation {
  readonly time = new ManualClock()
  readonly store = new MemoryStore()
  readonly records: NotificationRecords
  problems: readonly Problem[] = []
  channels: readonly Channel[] = [channelOf('ops')]
  /** Contexts that are in sync. */
  contexts = ['home']
  respond: () => Promise<SendResult> = async () => delivered
  /** Requests: channel, id and type. */
  readonly requests: { channel: string; id: string; type: string; count: number }[] = []
  readonly deliveries: Delivery[] = []
  evaluations = 0
  readonly warnings: string[] = []

  constructor() {
    const seal = new Seal(temporaryKeys(), { warn: () => undefined })
    const validation = new Validation()
    this.records = new NotificationRecords({ store: this.store, seal, validation, time: this.time })
  }

  replica(): Replica {
    return new Replica(this)
  }
}

class Replica {
  leading = false
  readonly notifier: Notifier
  readonly #of: Installation

  constructor(of: Installation) {
    this.#of = of
    this.notifier = new Notifier({
      records: of.records,
      channels: async () => of.channels,
      observe: async () => {
        of.evaluations++
        return { problems: of.problems, contexts: of.contexts, observes: () => of.contexts.includes('home') }
      },
      send: async ({ name }, { id, type, items }) => {
        of.requests.push({ channel: name, id, type, count: items.length })
        return of.respond()
      },
      leading: () => this.leading,
      onDelivery: (delivery) => of.deliveries.push(delivery),
      pathOf: (kind) => `${kind.toLowerCase()}s`,
      timing: defaultTiming,
      time: of.time,
      clock: () => START + of.time.now(),
      log: { ...log, warn: (message) => void of.warnings.push(message) },
    })
    closeAfterwards('a notifier', () => this.notifier.lead(false))
  }

  async lead(): Promise<this> {
    this.leading = true
    this.notifier.lead(true)
    await this.#settled()
    return this
  }

  /** Ends like a process that is killed. */
  kill(): void {
    this.leading = false
    this.notifier.lead(false)
  }

  /** Lets time pass, an evaluation at a time. */
  async pass(milliseconds: number): Promise<this> {
    for (let left = milliseconds; left > 0; left -= EVERY) {
      this.#of.time.turn(Math.min(left, EVERY))
      if (left >= EVERY) await this.#settled()
    }
    return this
  }

  async #settled(): Promise<void> {
    await eventually('an evaluation', () => this.#of.time.due.includes(EVERY))
    await tick(20)
  }
}

describe('the notifier', () => {
  it('notifies each channel once of a problem, and once of its end', async () => {
    const home = new Installation()
    home.channels = [channelOf('ops'), channelOf('chat', { type: 'slack' })]
    const replica = await home.replica().lead()
    home.problems = [problem]
    await replica.pass(MINUTE + EVERY)
    expect(home.requests).to.deep.equal([])
    await replica.pass(30_000)
    expect(home.requests.map(({ channel, type }) => `${channel} ${type}`)).to.deep.equal([
      'ops firing',
      'chat firing',
    ])
    expect(home.requests[0]?.id)
      .to.match(/^[0-9a-f]{32}-firing-1$/)
      .and.equal(home.requests[1]?.id)
    await replica.pass(10 * MINUTE)
    home.problems = []
    await replica.pass(7 * MINUTE)
    expect(home.requests.slice(2).map(({ type }) => type)).to.deep.equal(['resolved', 'resolved'])
    await replica.pass(60 * MINUTE)
    expect(home.requests).to.have.length(4)
    expect(replica.notifier.phases.get('firing')).to.equal(0)
  })

  it('notifies nobody again after all replicas were restarted', async () => {
    const home = new Installation()
    const first = await home.replica().lead()
    home.problems = [problem]
    await first.pass(3 * MINUTE)
    first.kill()
    const second = await home.replica().lead()
    await second.pass(20 * MINUTE)
    expect(home.requests.map(({ type }) => type)).to.deep.equal(['firing'])
  })

  it('notifies once if its leader is killed between grouping and sending', async () => {
    const home = new Installation()
    const first = await home.replica().lead()
    home.problems = [problem]
    await first.pass(MINUTE + 3 * EVERY)
    expect([home.requests, first.notifier.phases.get('firing')]).to.deep.equal([[], 1])
    first.kill()
    await (await home.replica().lead()).pass(5 * MINUTE)
    expect(home.requests.map(({ type }) => type)).to.deep.equal(['firing'])
  })

  it('sends a message again with the same id after a crash in the middle of a delivery', async () => {
    const home = new Installation()
    home.respond = async () => new Promise(() => undefined)
    const first = await home.replica().lead()
    home.problems = [problem]
    await first.pass(2 * MINUTE)
    expect(home.requests).to.have.length(1)
    first.kill()
    home.respond = async () => delivered
    await (await home.replica().lead()).pass(5 * MINUTE)
    expect(home.requests).to.have.length(2)
    expect(home.requests[1]?.id).to.equal(home.requests[0]?.id)
  })

  it('goes on with the retries of another leader', async () => {
    const home = new Installation()
    home.respond = async () => ({ outcome: 'retry', status: 429, error: 'x', retryAfterMs: 5 * MINUTE })
    const first = await home.replica().lead()
    home.problems = [problem]
    await first.pass(2 * MINUTE)
    expect(home.requests).to.have.length(1)
    first.kill()
    home.respond = async () => delivered
    const second = await home.replica().lead()
    await second.pass(4 * MINUTE)
    expect(home.requests).to.have.length(1)
    await second.pass(2 * MINUTE)
    expect(home.deliveries.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).to.deep.equal([
      '1 retry',
      '2 delivered',
    ])
  })

  it('adopts old problems silently, of a context that is in sync later as well', async () => {
    const home = new Installation()
    home.contexts = []
    const replica = await home.replica().lead()
    await replica.pass(MINUTE)
    home.contexts = ['home']
    home.problems = [{ ...problem, since: START - 60 * MINUTE }]
    await replica.pass(10 * MINUTE)
    expect([home.requests, replica.notifier.phases.get('firing')]).to.deep.equal([[], 1])
  })

  it('resolves nothing while the context cannot be observed', async () => {
    const home = new Installation()
    const replica = await home.replica().lead()
    home.problems = [problem]
    await replica.pass(3 * MINUTE)
    home.problems = []
    home.contexts = []
    await replica.pass(30 * MINUTE)
    expect(home.requests.map(({ type }) => type)).to.deep.equal(['firing'])
  })

  it('drops what waits when it is disabled, and notifies nobody later of what fired before', async () => {
    const home = new Installation()
    home.respond = async () => ({ outcome: 'retry', error: 'x' })
    const replica = await home.replica().lead()
    home.problems = [problem]
    await replica.pass(2 * MINUTE)
    const before = home.requests.length
    await home.records.changeConfiguration(signal, () => ({ ...emptyConfiguration, enabled: false }))
    await replica.pass(20 * MINUTE)
    expect(home.requests).to.have.length(before)
    expect(home.deliveries.at(-1)).to.include({ outcome: 'dropped', error: 'notifications were disabled' })
    await home.records.changeConfiguration(signal, () => ({ ...emptyConfiguration, enabled: true }))
    home.problems = []
    await replica.pass(20 * MINUTE)
    expect(home.requests).to.have.length(before)
  })

  it('sends the messages of callers once, also where another replica has taken them', async () => {
    const home = new Installation()
    const replica = await home.replica().lead()
    const message = textMessage('own-1', 'message', {
      at: START,
      title: 'x',
      message: 'hello',
      severity: 'info',
    })
    await home.records.changeConfiguration(signal, () => ({ ...emptyConfiguration, outgoing: [message] }))
    await replica.pass(MINUTE)
    expect(home.requests.map(({ id, type }) => `${id} ${type}`)).to.deep.equal(['own-1 message'])
    expect((await home.records.configuration(signal)).outgoing).to.deep.equal([])
  })

  it('sends nothing more to a receiver that is gone, until its channel changes', async () => {
    const home = new Installation()
    home.channels = [channelOf('ops'), channelOf('chat')]
    home.respond = async () =>
      home.requests.at(-1)?.channel === 'chat' ? { outcome: 'broken', status: 410, error: 'x' } : delivered
    const replica = await home.replica().lead()
    home.problems = [problem]
    await replica.pass(2 * MINUTE)
    const names = (broken: boolean) =>
      replica.notifier.channels.filter((one) => one.broken === broken).map(({ name }) => name)
    expect([names(true), names(false)]).to.deep.equal([['chat'], ['ops']])
    home.problems = []
    await replica.pass(10 * MINUTE)
    expect(home.requests.map(({ channel }) => channel)).to.deep.equal(['ops', 'chat', 'ops'])
    home.channels = [channelOf('ops'), channelOf('chat', { url: 'https://other.example/' })]
    await replica.pass(EVERY)
    expect(names(true)).to.deep.equal([])
  })

  it('keeps the state and goes on after a store that failed for a while', async () => {
    const home = new Installation()
    const replica = await home.replica().lead()
    home.problems = [problem]
    await replica.pass(MINUTE)
    home.store.write = async () => {
      throw new UnavailableError('x')
    }
    await replica.pass(MINUTE)
    expect(home.requests).to.deep.equal([])
    Reflect.deleteProperty(home.store, 'write')
    await replica.pass(MINUTE)
    expect(home.requests.map(({ type }) => type)).to.deep.equal(['firing'])
  })

  it('warns once of problems for which there is no room', async () => {
    const home = new Installation()
    const replica = await home.replica().lead()
    home.problems = Array.from({ length: 1001 }, (_, n) => ({ ...problem, name: `web-${n}` }))
    await replica.pass(MINUTE)
    expect(home.warnings).to.deep.equal(['more than 1000 problems: nobody is notified of the others'])
  })

  it('gives way to a process that has written the state meanwhile', async () => {
    const home = new Installation()
    const first = await home.replica().lead()
    home.problems = [problem]
    await first.pass(MINUTE)
    const { version } = await home.records.state(signal)
    const { state } = await home.records.state(signal)
    if (state === undefined) throw new Error('no state')
    await home.records.writeState({ ...state, broken: { other: 'x' } }, version, signal)
    await first.pass(3 * MINUTE)
    expect(home.requests.map(({ type }) => type)).to.deep.equal(['firing'])
    expect((await home.records.state(signal)).state?.broken).to.deep.equal({ other: 'x' })
  })
})
