import { randomBytes } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { problemFor } from '../../testing/problem-for.ts'
import { adoptedAlert } from './alerts/advance-alert.ts'
import { decodeState, emptyState, encodeState, withDelivery, type NotifierState } from './notifier-state.ts'

const problem = problemFor({ message: 'grüße', since: 5 })
const delivery = { id: 'a', channel: 'ops', at: 1, attempt: 1, outcome: 'delivered', status: 200 } as const
const message = {
  id: 'a',
  type: 'firing',
  at: 1,
  severity: 'critical',
  title: 'x',
  items: [{ severity: 'critical', title: 'x', message: 'x' }],
  more: 0,
} as const
const transition = { transition: 'firing', fingerprint: 'f', number: 1, problem, at: 1 } as const

const state: NotifierState = {
  alerts: new Map([['f', adoptedAlert('f', problem, 1)]]),
  waiting: { transitions: [transition], recent: { firing: [1, 2] }, digested: ['firing'] },
  queues: { ops: [{ message, attempt: 2, dueAt: 7 }] },
  broken: { chat: 'x' },
  deliveries: [delivery],
  contexts: ['home'],
}
const packed = (value: unknown) => brotliCompressSync(JSON.stringify(value)).toString('base64')

describe('the stored state of notifications', () => {
  it('reads a state of notifications as it was written', async () => {
    expect(await decodeState(await encodeState(state))).to.deep.equal(state)
    expect(await decodeState(await encodeState(emptyState))).to.deep.equal(emptyState)
  })

  it('ignores a text that is no state of this version', async () => {
    for (const value of [
      undefined,
      1,
      '',
      'x',
      packed(null),
      packed([]),
      packed({ version: 2 }),
      'A'.repeat(9000),
    ])
      expect(await decodeState(value), String(value)).to.equal(undefined)
  })

  it('leaves out entries of the state that are not valid', async () => {
    const alert = adoptedAlert('f', problem, 1)
    const text = packed({
      version: 1,
      alerts: [
        alert,
        null,
        1,
        {},
        { ...alert, phase: 'x' },
        { ...alert, changes: ['x'] },
        { ...alert, problem: {} },
        { ...alert, since: 1e300 },
        { ...alert, problem: { ...problem, since: 'x' } },
      ],
      waiting: {
        transitions: [{}, transition, { ...transition, number: 'x' }],
        recent: { firing: ['x', 3], x: [1] },
        digested: ['x'],
      },
      queues: {
        ops: [{}, { message: {}, attempt: 1, dueAt: 1 }, { message, attempt: 0, dueAt: 1 }],
        chat: 5,
      },
      broken: { a: 1, b: 'x' },
      deliveries: [{}, { ...delivery, at: 9e15 }, delivery],
      contexts: [1, 'home'],
    })
    expect(await decodeState(text)).to.deep.equal({
      alerts: new Map([['f', alert]]),
      waiting: { transitions: [transition], recent: { firing: [3] }, digested: [] },
      queues: { ops: [{ message, attempt: 0, dueAt: 1 }], chat: [] },
      broken: { b: 'x' },
      deliveries: [delivery],
      contexts: ['home'],
    })
  })

  it('leaves out the words of problems in a state that would be too large', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => {
      const own = { ...problem, message: randomBytes(700).toString('base64') }
      return [`f${n}`, adoptedAlert(`f${n}`, own, 1)] as const
    })
    const text = await encodeState({ ...state, alerts: new Map(many) })
    expect(text?.length).to.be.at.most(700 * 1024)
    const decoded = await decodeState(text)
    expect(decoded?.alerts.size).to.equal(1000)
    expect(decoded?.alerts.get('f0')?.problem.message).to.equal('')
  })

  it('keeps the last fifty attempts, newest first', () => {
    let deliveries: NotifierState['deliveries'] = []
    for (let n = 0; n < 60; n++) deliveries = withDelivery(deliveries, { ...delivery, attempt: n })
    expect([deliveries.length, deliveries[0]?.attempt, deliveries.at(-1)?.attempt]).to.deep.equal([
      50, 59, 10,
    ])
  })
})
