import { expect } from 'chai'
import { systemClock } from '../../server/core/clock.ts'
import { UnavailableError } from '../../server/core/errors.ts'
import { ManualClock } from '../../server/testing/manual-time.ts'
import { ModelServer, promptTexts, wireForms } from '../support/model-server.ts'
import { findingWith, narrate, openNarrator } from '../support/narration.ts'
import { until } from '../support/until.ts'

const FINDINGS = [findingWith(['the container exits with 1'])]

for (const form of wireForms)
  describe(`Narrator over the form ${form}`, () => {
    it('gives up after 20 s without words, and ends the call', async () => {
      const model = await ModelServer.open(form, () => ({ words: [], end: 'stall' }))
      const time = new ManualClock()
      const narrated = narrate(openNarrator(model, time), FINDINGS, { time })
      const request = await until('the call of the model', () => model.requests[0])
      time.turn(19_999)
      expect(time.due).to.include(1)
      time.turn(1)
      const { end, text } = await narrated
      expect([end.error?.code, end.error?.message, end.finish, text]).to.deep.equal([
        'timeout',
        'the model sent no words within 20 s',
        'failed',
        '',
      ])
      expect(end.budget.input, 'the model has read the prompt').to.be.above(100)
      await request.aborted
    })

    it('gives up after 55 s in all, and keeps the whole sentences', async () => {
      const model = await ModelServer.open(form, () => ({ words: ['It fails [e1]. Mo'], end: 'stall' }))
      const time = new ManualClock()
      const narrated = narrate(openNarrator(model, time), FINDINGS, { time })
      // The limit of the first words is lifted when they have come.
      await until('the first words', () => (time.due.length === 1 ? true : undefined))
      expect(time.due).to.deep.equal([55_000])
      time.turn(55_000)
      const { end, text } = await narrated
      expect([end.error?.code, end.error?.message, text]).to.deep.equal([
        'timeout',
        'the answer took too long',
        'It fails [e1].',
      ])
    })

    it('ends the call once 4,096 characters have come, and says that the narrative is cut', async () => {
      const sentence = `${'word '.repeat(18)}ends [e1]. `
      const words = Array.from({ length: 50 }, () => sentence)
      const model = await ModelServer.open(form, () => ({ words, end: 'stall' }))
      const { end, text } = await narrate(openNarrator(model), FINDINGS)
      expect([end.finish, end.error]).to.deep.equal(['cut', undefined])
      expect(text.length).to.be.within(4000, 4096)
      await model.requests[0]?.aborted
    })
  })

describe('Narrator', () => {
  it('keeps a narrative for ten minutes', async () => {
    const model = await ModelServer.open('openai-compatible', () => ({ words: ['It fails [e1].'] }))
    const time = new ManualClock()
    const narrator = openNarrator(model, time)
    const callsAfter = async (milliseconds: number) => {
      time.turn(milliseconds)
      expect((await narrate(narrator, FINDINGS, { time })).text).to.equal('It fails [e1].')
      return model.requests.length
    }
    expect(await callsAfter(0)).to.equal(1)
    expect(await callsAfter(599_999)).to.equal(1)
    expect(await callsAfter(1)).to.equal(2)
  })

  it('makes one call for the same facts at the same time', async () => {
    const model = await ModelServer.open('openai-compatible', () => ({ words: ['It fails [e1].'] }))
    const narrator = openNarrator(model)
    const all = await Promise.all(Array.from({ length: 5 }, () => narrate(narrator, FINDINGS)))
    expect(all.map(({ text }) => text)).to.deep.equal(Array.from({ length: 5 }, () => 'It fails [e1].'))
    expect(all.filter(({ end }) => end.budget.input > 0)).to.have.length(1)
    expect(model.requests).to.have.length(1)
  })

  it('calls again for one who waited for a call that failed, and lets one leave who waits', async () => {
    const model = await ModelServer.open('openai-compatible', () => ({ words: [], end: 'stall' }))
    const time = new ManualClock()
    const narrator = openNarrator(model, time)
    const first = narrate(narrator, FINDINGS, { time })
    await until('the first call', () => model.requests[0])
    const second = narrate(narrator, FINDINGS, { time })
    const leave = new AbortController()
    const third = narrate(narrator, FINDINGS, { time, signal: leave.signal }).catch(() => 'left')
    leave.abort()
    expect(await third).to.equal('left')
    model.script = () => ({ words: ['It fails [e1].'] })
    time.turn(20_000)
    expect((await first).end.error?.code).to.equal('timeout')
    expect((await second).text).to.equal('It fails [e1].')
    expect(model.requests).to.have.length(2)
  })

  it('keeps no narrative that failed', async () => {
    const model = await ModelServer.open('openai-compatible', () => ({ status: 500, body: '' }))
    const narrator = openNarrator(model)
    await narrate(narrator, FINDINGS)
    model.script = () => ({ words: ['It fails [e1].'] })
    expect((await narrate(narrator, FINDINGS)).text).to.equal('It fails [e1].')
  })

  it('sends at most 6,000 tokens, of which 2,000 are of logs and 1,000 of Events, the first findings first', async () => {
    const model = await ModelServer.open('openai-compatible', () => ({ words: ['It fails [e1].'] }))
    const line = (of: string, at: number) => `${of} line ${at} ${'word '.repeat(80)}`
    const lines = (of: string) => Array.from({ length: 40 }, (_, at) => line(of, at))
    const findings = [
      findingWith(lines('log'), 'log', 1),
      findingWith(lines('event'), 'event', 101),
      findingWith(lines('status'), 'status', 201),
      ...Array.from({ length: 40 }, (_, at) => findingWith([line('more', at)], 'status', 301 + at)),
    ]
    const { end } = await narrate(openNarrator(model), findings)
    expect(end.budget.truncated).to.equal(true)
    const { system, user } = promptTexts(model.requests[0])
    // Two bytes are a token, as long as the model has not counted any.
    expect(Buffer.byteLength(system + user) / 2).to.be.within(5500, 6000)
    const facts = JSON.parse(user.split('\n')[1] ?? '') as {
      findings: { evidence: { id: string; source: string; from: string; text: string }[] }[]
    }
    const evidence = facts.findings.flatMap((one) => one.evidence)
    const tokensOf = (source: string) =>
      evidence
        .filter((one) => one.source === source)
        .reduce((sum, { from, text }) => sum + Buffer.byteLength(from + text) / 2, 0)
    expect(tokensOf('log')).to.be.within(1700, 2000)
    expect(tokensOf('event')).to.be.within(700, 1000)
    expect(evidence.slice(0, 2).map(({ id }) => id)).to.deep.equal(['e1', 'e2'])
  })

  it('redacts no more than 64 KiB of findings', async () => {
    const model = await ModelServer.open('openai-compatible', () => ({ words: ['It fails [e1].'] }))
    const findings = Array.from({ length: 1000 }, (_, at) =>
      findingWith(['word '.repeat(100)], 'status', at + 1),
    )
    const { end } = await narrate(openNarrator(model), findings)
    expect(end.budget.truncated).to.equal(true)
  })

  it('calls no model if the call cannot be recorded, and takes nothing from the budget', async () => {
    const model = await ModelServer.open('openai-compatible', () => ({ words: ['It fails [e1].'] }))
    const record = async () => {
      throw new UnavailableError('the audit log could not be written')
    }
    const narrator = openNarrator(model, systemClock, { perDay: 40_000 })
    // Each would take more than half of the caller's share.
    for (let n = 0; n < 12; n++) {
      const { end } = await narrate(narrator, FINDINGS, { record })
      expect([end.error?.code, end.finish]).to.deep.equal(['unavailable', 'failed'])
    }
    expect(model.requests).to.have.length(0)
    expect((await narrate(narrator, FINDINGS)).end.finish).to.equal('complete')
  })

  it('rejects if the caller leaves, and records that with the tokens of what had come', async () => {
    const model = await ModelServer.open('openai-compatible', () => ({ words: ['It fails'], end: 'stall' }))
    const leave = new AbortController()
    const recorded: object[] = []
    const narrated = narrate(openNarrator(model), FINDINGS, {
      signal: leave.signal,
      record: async () => async (end) => void recorded.push(end),
    }).then(
      () => 'resolved',
      () => 'rejected',
    )
    const request = await until('the call of the model', () => model.requests[0])
    leave.abort()
    await request.aborted
    expect(await narrated).to.equal('rejected')
    expect(recorded).to.have.length(1)
    expect(recorded[0]).to.have.property('result', 'aborted')
  })
})
