import { expect } from 'chai'
import { FakeSseWriter } from '../../testing/fake-sink.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { tick } from '../../testing/tick.ts'
import type { Answer } from './assistant.ts'
import { streamAnswer } from './stream-answer.ts'

const FINDINGS = { summary: 'It fails.', status: 'critical', findings: [], related: [] } as const

describe('streamAnswer', () => {
  let time: ManualClock
  let writer: FakeSseWriter
  let shutdown: AbortController
  let leave: AbortController

  beforeEach(() => {
    time = new ManualClock()
    writer = new FakeSseWriter()
    shutdown = new AbortController()
    leave = new AbortController()
  })

  function start(narrate: Answer['narrate']): void {
    const answer: Answer = { findings: { ...FINDINGS, findings: [], related: [] }, model: 'large', narrate }
    streamAnswer(answer, { time, shutdown: shutdown.signal }).start(writer, leave.signal)
  }

  /** A narrative that ends with its signal. */
  const waiting: Answer['narrate'] = async (signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })

  it('sends a comment each 15 s while the model is silent, and none afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    start(async (_signal, onText) => {
      await promise
      onText('It fails [e1].')
      return { budget: { input: 1, output: 1, truncated: false }, finish: 'complete' }
    })
    time.turn(14_999)
    expect(writer.text).to.equal('')
    time.turn(1)
    time.turn(15_000)
    expect(writer.text).to.equal(': ping\n\n: ping\n\n')
    resolve()
    await tick(3)
    time.turn(60_000)
    expect(writer.text).to.match(
      /^: ping\n\n: ping\n\nevent: narrative\ndata: .+\n\nevent: done\ndata: .+\n\n$/,
    )
    expect([writer.ended, time.due]).to.deep.equal(['end', []])
  })

  it('says goodbye if the service shuts down', async () => {
    start(waiting)
    shutdown.abort()
    await tick(3)
    expect(writer.text).to.equal('event: bye\ndata: {"reason":"the service is shutting down"}\n\n')
    expect([writer.ended, time.due]).to.deep.equal(['end', []])
  })

  it('ends the narrative if the caller leaves, and sends nothing more', async () => {
    start(waiting)
    leave.abort()
    await tick(3)
    expect([writer.text, time.due]).to.deep.equal(['', []])
  })
})
