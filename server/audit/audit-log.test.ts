import { expect } from 'chai'
import { reportFailures } from '../core/background.ts'
import { UnavailableError } from '../core/errors.ts'
import { loopbackCaller } from '../auth/caller.ts'
import { ManualClock } from '../testing/manual-time.ts'
import { tick } from '../testing/tick.ts'
import { AuditLog } from './audit-log.ts'

const quiet = (): void => undefined
const actor = { requestId: 'r', caller: undefined, address: '' }
const write = {
  context: 'test',
  verb: 'patch',
  resource: 'deployments.apps',
  name: 'web',
  before: undefined,
} as const

describe('the audit log', () => {
  let time: ManualClock
  let errors: object[]

  function open(options: { clock?: () => number; write?: (line: string) => Promise<void> } = {}) {
    const lines: string[] = []
    const { clock = () => 0, write: store = async (line: string) => void lines.push(line) } = options
    const trail = new AuditLog({
      key: Buffer.from('key'),
      sink: { write: store, close: async () => undefined },
      copy: undefined,
      previous: '',
      required: true,
      log: {
        error: (message, fields) => void errors.push({ message, ...fields }),
        warn: quiet,
        info: quiet,
        debug: quiet,
      },
      clock,
      time,
    })
    return { trail, lines }
  }
  const deny = (trail: AuditLog, times: number, name?: string): void => {
    const caller = name === undefined ? undefined : { ...loopbackCaller('local'), name }
    const call = { method: 'POST', route: 'unmatched', result: 'denied' }
    for (let n = 0; n < times; n++) trail.recordDenial({ ...actor, caller }, call)
  }

  beforeEach(() => {
    time = new ManualClock()
    errors = []
  })

  it('writes the next line after one that could not be made', async () => {
    const reported: string[] = []
    reportFailures((work) => reported.push(work))
    let broken = true
    const clock = () => {
      if (broken) throw new Error('no clock')
      return 0
    }
    const { trail, lines } = open({ clock })
    trail.recordSignIn(actor, 'sign-in', 'first')
    await tick(3)
    broken = false
    trail.recordSignIn(actor, 'sign-in', 'second')
    await tick(3)
    expect(lines.join()).to.include('second').and.to.not.include('first')
    expect(reported).to.deep.equal(['writing an audit record'])
    reportFailures(undefined)
  })

  it('records a notification that was given up, with its channel and the reason', async () => {
    const { trail, lines } = open()
    trail.recordGiveUp({ name: 'ops', result: 'failed: the receiver responded 400' })
    await tick(3)
    expect(trail.recent()[0]).to.include({
      event: 'give-up',
      resource: 'notifications',
      name: 'ops',
      result: 'failed: the receiver responded 400',
      caller: null,
    })
    expect(lines).to.have.length(1)
  })

  it('gives each entry an id and each change a change id, also if callers choose one request id [A17]', async () => {
    const { trail } = open()
    for (let change = 0; change < 2; change++) {
      const done = await trail.recordWrite(actor)(write)
      await done({ after: '2' })
    }
    const entries = trail.recent()
    expect(entries.map(({ phase, requestId }) => [phase, requestId])).to.deep.equal([
      ['done', 'r'],
      ['requested', 'r'],
      ['done', 'r'],
      ['requested', 'r'],
    ])
    expect(new Set(entries.map(({ id }) => id)).size).to.equal(4)
    const changes = entries.map(({ changeId }) => changeId)
    expect(new Set(changes).size).to.equal(2)
    expect([changes[0], changes[2]]).to.deep.equal([changes[1], changes[3]])
  })

  it('records a write before the denials that wait', async () => {
    const events: unknown[] = []
    const { promise: slow, resolve } = Promise.withResolvers<void>()
    const { trail } = open({
      write: async (line) => {
        await slow
        events.push((JSON.parse(line) as { audit: { event: string } }).audit.event)
      },
    })
    for (let user = 0; user < 30; user++) deny(trail, 100, `user ${user}`)
    const requested = trail.recordWrite(actor)(write)
    resolve()
    await (
      await requested
    )({ after: '2' })
    expect(events.slice(0, 4)).to.include.members(['write'])
    expect(events.indexOf('write')).to.equal(1)
  })

  it('keeps recent writes whatever denials follow, and sums those of a flood [A5]', async () => {
    const { trail } = open()
    for (let change = 0; change < 3; change++) await trail.recordWrite(actor)(write)
    for (let minute = 0; minute < 5; minute++) {
      for (let user = 0; user < 20; user++) deny(trail, 30, `user ${user}`)
      deny(trail, 30_000)
      // A sink that writes at once lets the queue run empty in one turn.
      await tick(2)
      time.turn(60_000)
      await tick(2)
    }
    const recent = trail.recent()
    expect(recent).to.have.length(1000)
    expect(recent.filter(({ event }) => event === 'write')).to.have.length(3)
    expect([trail.summed, trail.dropped]).to.deep.equal([5 * 29_999, 0])
    expect(trail.count).to.equal(3 + 5 * 602)
  })

  it('writes the summaries of the open window when it is closed', async () => {
    const { trail, lines } = open()
    deny(trail, 500)
    await trail.close()
    const entries = lines.map((line) => (JSON.parse(line) as { audit: Record<string, unknown> }).audit)
    expect(entries.map(({ event, count }) => [event, count])).to.deep.equal([
      ['denied', undefined],
      ['denied', 499],
      ['closed', undefined],
    ])
  })

  it('counts entries that cannot be written, and logs each of a write and others once a minute', async () => {
    const { trail } = open({
      write: async () => {
        throw new Error('ENOSPC')
      },
    })
    deny(trail, 20, 'ada')
    const refused = await trail
      .recordWrite(actor)(write)
      .catch((error: Error) => error.message)
    expect(refused).to.match(/^change refused: the audit log could not be written/)
    while (trail.dropped < 21) await tick(1)
    const message = 'audit log could not be written'
    expect(errors).to.deep.equal([
      { message, requestId: 'r', reason: 'ENOSPC', dropped: 1 },
      { message, requestId: 'r', reason: 'ENOSPC', dropped: 1 },
    ])
    time.turn(60_000)
    deny(trail, 100)
    while (trail.dropped < 22) await tick(1)
    time.turn(60_000)
    while (trail.dropped < 121) await tick(1)
    expect(errors.slice(2)).to.deep.equal([
      { message, requestId: 'r', reason: 'ENOSPC', dropped: 20 },
      { message, requestId: null, reason: 'ENOSPC', dropped: 99 },
    ])
  })

  it('refuses a write when too many wait, and still records the outcomes of those that were made', async () => {
    const { promise: slow, resolve } = Promise.withResolvers<void>()
    const { trail } = open({ write: async () => slow })
    const waiting = Array.from({ length: 1001 }, () => trail.recordWrite(actor)(write))
    const refused = await trail
      .recordWrite(actor)(write)
      .catch((error: Error) => error.message)
    expect(refused).to.match(/^change refused/)
    expect([trail.dropped, errors.length]).to.deep.equal([1, 1])
    resolve()
    const outcomes = await Promise.all(waiting)
    await Promise.all(outcomes.map((done) => done({ after: '2' })))
    expect([trail.count, trail.dropped]).to.deep.equal([2002, 1])
  })

  it('records a call of the model before and after, and refuses it if that cannot be written', async () => {
    let isFull = false
    const { trail } = open({
      write: async () => {
        if (isFull) throw new Error('ENOSPC')
      },
    })
    const call = { context: 'test', resource: 'pods', namespace: 'shop', name: 'web', model: 'large' }
    const end = await trail.recordModelCall(actor, call)
    await end({ result: 'complete', tokens: { input: 3, output: 2 } })
    const [done, requested] = trail.recent()
    expect(requested).to.deep.include({ event: 'model-call', phase: 'requested', ...call })
    expect(done).to.deep.include({ phase: 'done', result: 'complete', tokens: { input: 3, output: 2 } })
    expect(done?.changeId).to.equal(requested?.changeId)
    isFull = true
    const refused: unknown = await trail.recordModelCall(actor, call).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(UnavailableError)
  })
})
