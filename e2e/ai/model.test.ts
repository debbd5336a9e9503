import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { call } from '../support/http.ts'
import { promptTexts, wireForms, type ModelRequest, type ModelScript } from '../support/model-server.ts'
import { BROKEN, MODEL_KEY, ModelStage, WELL } from '../support/model-stage.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { serveCluster } from '../support/serve.ts'
import { until } from '../support/until.ts'

const WORDS: ModelScript = { words: ['The container ', 'exits at once [e1]. ', 'Read its log [e1, e2].'] }
const NARRATIVE = 'The container exits at once [e1]. Read its log [e1, e2].'

function userText(request: ModelRequest): string {
  return promptTexts(request).user
}

for (const form of wireForms)
  describe(`AI helpers with a model of the form ${form}`, () => {
    it('adds a narrative to the findings, with the tokens that the model has counted', async () => {
      const stage = await ModelStage.open(form, { ...WORDS, usage: { input: 1234, output: 56 } })
      const answer = await stage.troubleshoot({ question: 'why?' })
      expect(answer.narrative).to.equal(NARRATIVE)
      expect([answer.model, answer.finish, answer.modelError]).to.deep.equal([
        'test-model',
        'complete',
        undefined,
      ])
      expect(answer.budget).to.deep.equal({ input: 1234, output: 56, truncated: false })
    })

    it('sends one message of data within a random boundary, the limit of tokens, and no tools', async () => {
      const stage = await ModelStage.open(form, WORDS)
      await stage.troubleshoot({ question: 'why?' })
      await stage.troubleshoot({ question: 'and why?' })
      const [first, second] = stage.model.requests
      if (first === undefined || second === undefined) throw new Error('the model was not called twice')
      expect(first.body).to.deep.include({ model: 'test-model', max_tokens: 600, stream: true })
      expect(first.body).not.to.have.any.keys('tools', 'tool_choice', 'functions')
      const lines = userText(first).split('\n')
      expect(lines).to.have.length(3)
      expect(lines[0]).to.match(/^data-[0-9a-f]{24}$/)
      expect(lines[2]).to.equal(lines[0])
      expect(userText(second).split('\n')[0]).not.to.equal(lines[0])
      const facts = JSON.parse(lines[1] ?? '') as { question: string; findings: { evidence: object[] }[] }
      expect(facts.question).to.equal('why?')
      expect(facts.findings[0]?.evidence[0]).to.have.property('id', 'e1')
    })

    it('sends the key alone in its header, and reads it again after it has changed', async () => {
      const stage = await ModelStage.open(form, WORDS)
      const keyOf = ({ headers }: ModelRequest) =>
        form === 'anthropic' ? headers['x-api-key'] : headers.authorization?.replace('Bearer ', '')
      await stage.troubleshoot()
      writeFileSync(stage.keyFile, 'sk-another')
      await stage.troubleshoot({ question: 'and now?' })
      expect(stage.model.requests.map(keyOf)).to.deep.equal([MODEL_KEY, 'sk-another'])
      for (const { body } of stage.model.requests) expect(JSON.stringify(body)).not.to.include('sk-')
    })

    it('streams findings, then the narrative as it comes, then the rest', async () => {
      const stage = await ModelStage.open(form, WORDS)
      const events = await stage.events()
      const names = events.map(([name]) => name)
      expect(names.slice(-3)).to.deep.equal(['narrative', 'narrative', 'done'])
      expect(new Set(names.slice(0, -3))).to.deep.equal(new Set(['finding']))
      const narrative = events.filter(([name]) => name === 'narrative').map(([, { text }]) => text)
      expect(narrative.join('')).to.equal(NARRATIVE)
      expect(events.at(-1)?.[1]).to.deep.include({ model: 'test-model', finish: 'complete' })
    })

    for (const [title, script, code] of [
      ['a refused key', { status: 401, body: '{"error":{"message":"bad key"}}' }, 'refused'],
      ['a rate limit', { status: 429, headers: { 'retry-after': '3' }, body: '{}' }, 'rate-limited'],
      [
        'a prompt that is too long',
        { status: 400, body: '{"error":{"type":"x","message":"maximum context length is 10"}}' },
        'too-long',
      ],
      ['another bad request', { status: 400, body: '{}' }, 'refused'],
      ['a failing server', { status: 500, body: 'oops' }, 'unavailable'],
      ['HTML', { status: 200, body: '<html>sign in</html>' }, 'unavailable'],
      [
        'events that are not JSON',
        { status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'data: {{{\n\n' },
        'unavailable',
      ],
      [
        'a redirect',
        { status: 307, headers: { location: 'http://127.0.0.1:1/steal' }, body: '' },
        'unavailable',
      ],
      ['an answer without words that ends early', { words: [], end: 'silence' }, 'unavailable'],
    ] as const)
      it(`answers with the findings and the code ${code} for ${title}`, async () => {
        const stage = await ModelStage.open(form, script)
        const { findings, narrative, modelError, finish, budget } = await stage.troubleshoot()
        expect(budget).to.deep.equal({ input: 0, output: 0, truncated: false })
        expect(findings[0]?.rule).to.equal('crash-loop')
        expect([narrative, modelError?.code, finish]).to.deep.equal([undefined, code, 'failed'])
        expect(modelError?.message).not.to.match(/oops|sign in|steal|bad key/)
        const events = await stage.events()
        const names = events.map(([name]) => name)
        expect(names.slice(-2)).to.deep.equal(['model-failed', 'done'])
        expect(names).not.to.include('error')
        expect(events.at(-2)?.[1]).to.include({ code })
        expect(events.at(-1)?.[1]).to.include({ finish: 'failed' })
        // Nothing is sent twice: one request for each call.
        expect(stage.model.requests).to.have.length(2)
      })

    it('keeps the whole sentences of an answer that is cut in mid-word', async () => {
      const stage = await ModelStage.open(form, { words: ['It fails [e1]. And th'], end: 'cut' })
      const { narrative, modelError, finish, budget } = await stage.troubleshoot()
      expect([narrative, modelError?.code, finish]).to.deep.equal(['It fails [e1].', 'unavailable', 'failed'])
      expect(budget.input, 'estimated, since nothing is reported').to.be.above(100)
    })

    it('says that an answer reached its limit', async () => {
      const stage = await ModelStage.open(form, { words: ['It fails [e1]. And th'], end: 'length' })
      const { narrative, modelError, finish } = await stage.troubleshoot()
      expect([narrative, modelError, finish]).to.deep.equal(['It fails [e1].', undefined, 'cut'])
    })

    it('estimates the tokens of a model that counts none', async () => {
      const stage = await ModelStage.open(form, { ...WORDS, usage: null })
      const { budget } = await stage.troubleshoot()
      const sent = stage.model.requests[0]
      if (sent === undefined) throw new Error('the model was not called')
      expect(budget.input).to.be.within(userText(sent).length / 4.5, userText(sent).length)
      expect(budget.output).to.equal(Math.ceil(NARRATIVE.length / 2))
    })

    it('ends the call of the model if the caller leaves', async () => {
      const stage = await ModelStage.open(form, { words: ['It fails [e1]. More'], end: 'stall' })
      const leave = new AbortController()
      const response = await fetch(`${stage.base}/api/ai/troubleshoot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ resource: BROKEN }),
        signal: leave.signal,
      })
      let text = ''
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        if (text.includes('event: narrative')) break
      }
      leave.abort()
      await stage.model.requests[0]?.aborted
    })
  })

describe('AI helpers with a model', () => {
  it('ends the call of the model if a caller of JSON leaves', async () => {
    const stage = await ModelStage.open('openai-compatible', { words: ['It fails [e1]. More'], end: 'stall' })
    const leave = new AbortController()
    const left = fetch(`${stage.base}/api/ai/troubleshoot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resource: BROKEN }),
      signal: leave.signal,
    }).catch(() => 'left')
    const request = await until('the call of the model', () => stage.model.requests[0])
    leave.abort()
    expect(await left).to.equal('left')
    await request.aborted
  })

  it('answers the same facts from its cache, and charges nothing', async () => {
    const stage = await ModelStage.open('openai-compatible', WORDS)
    const first = await stage.troubleshoot()
    const again = await stage.troubleshoot()
    expect(again.narrative).to.equal(first.narrative)
    expect(again.budget).to.deep.equal({ input: 0, output: 0, truncated: false })
    expect(stage.model.requests).to.have.length(1)
  })

  it('answers with the code budget once the share of the caller is used, without a call', async () => {
    const stage = await ModelStage.open(
      'openai-compatible',
      { ...WORDS, usage: { input: 9000, output: 900 } },
      { settings: { aiTokensPerDay: 50_000 } },
    )
    expect((await stage.troubleshoot()).modelError).to.equal(undefined)
    const { modelError, findings, finish } = await stage.troubleshoot({ question: 'and now?' })
    expect([modelError?.code, finish]).to.deep.equal(['budget', 'failed'])
    expect(modelError?.message).to.include('10000 tokens a day')
    expect(findings[0]?.rule).to.equal('crash-loop')
    expect(stage.model.requests).to.have.length(1)
  })

  it('shows the prompt that it would send, and calls no model', async () => {
    const stage = await ModelStage.open('openai-compatible', WORDS)
    const path = '/api/ai/troubleshoot?dryRun=true'
    const { status, json } = await call(stage.base, 'POST', path, { resource: BROKEN, question: 'why?' })
    expect(status).to.equal(200)
    expect(json['prompt']).to.include('"question":"why?"').and.include('payments/payments')
    expect(json['tokens']).to.be.within(100, 6000)
    expect(stage.model.requests).to.have.length(0)
    const accept = { accept: 'text/event-stream' }
    expect((await call(stage.base, 'POST', path, { resource: BROKEN }, accept)).status).to.equal(400)
  })

  it('shows the prompt without a model, too', async () => {
    const demo = await openDemoCluster()
    const { port } = await serveCluster(demo.url, demo.token)
    const base = `http://127.0.0.1:${port}`
    const { json } = await call(base, 'POST', '/api/ai/troubleshoot?dryRun=true', { resource: BROKEN })
    expect(json['prompt']).to.include('data-')
  })

  it('has no narrative for an object that is well, and calls no model', async () => {
    const stage = await ModelStage.open('openai-compatible', WORDS)
    const answer = await stage.troubleshoot({ resource: WELL })
    expect([answer.narrative, answer.finish, answer.model]).to.deep.equal([
      undefined,
      'complete',
      'test-model',
    ])
    expect(stage.model.requests).to.have.length(0)
  })

  it('records a call in the audit log before and after, with its tokens and none of its text', async () => {
    const settings = { auditGroups: ['cluster-inspector:local'] }
    const stage = await ModelStage.open('openai-compatible', WORDS, { settings })
    await stage.troubleshoot({ question: 'canary question' })
    const { json, text } = await call(stage.base, 'GET', '/api/audit')
    const entries = (json['audit'] as Record<string, unknown>[]).filter(({ event }) => event === 'model-call')
    const call1 = { context: 'test', resource: 'deployments.apps', namespace: 'payments', name: 'payments' }
    expect(entries).to.have.length(2)
    const [done, requested] = entries
    expect(requested).to.deep.include({ ...call1, phase: 'requested', model: 'test-model' })
    expect(done).to.deep.include({
      ...call1,
      phase: 'done',
      result: 'complete',
      tokens: { input: 100, output: 20 },
      changeId: requested?.['changeId'],
    })
    expect(text).not.to.match(/canary|container|exits/)
  })

  it('exposes calls, tokens, durations and the budget as metrics', async () => {
    const stage = await ModelStage.open('openai-compatible', WORDS)
    await stage.troubleshoot()
    await stage.troubleshoot()
    const response = await fetch(`http://127.0.0.1:${stage.service.metricsPort}/metrics`)
    const lines = (await response.text()).split('\n').filter((line) => line.includes('_model_'))
    for (const line of [
      'cluster_inspector_model_calls_total{result="complete"} 1',
      'cluster_inspector_model_calls_total{result="cached"} 1',
      'cluster_inspector_model_tokens_total{direction="input"} 100',
      'cluster_inspector_model_tokens_total{direction="output"} 20',
      'cluster_inspector_model_call_duration_seconds_count 1',
      'cluster_inspector_model_day_tokens 120',
      'cluster_inspector_model_day_tokens_limit 500000',
    ])
      expect(lines).to.include(line)
  })

  it('says goodbye to an open stream when the service shuts down, and ends the call', async () => {
    const stage = await ModelStage.open('openai-compatible', { words: ['It fails [e1]. More'], end: 'stall' })
    const events = stage.events()
    await until('the call of the model', () => stage.model.requests[0])
    await stage.service.stop()
    const names = (await events).map(([name]) => name)
    expect(names.at(-1)).to.equal('bye')
    await stage.model.requests[0]?.aborted
  })

  it('hides the names of objects from the model if it is told to, and restores them', async () => {
    const stage = await ModelStage.open(
      'openai-compatible',
      (request) => ({
        words: [`${/name-\d+\/name-\d+/.exec(userText(request))?.[0] ?? 'nothing'} fails [e1].`],
      }),
      { settings: { aiPseudonyms: true } },
    )
    const { narrative } = await stage.troubleshoot()
    expect(narrative).to.equal('payments/payments fails [e1].')
    expect(stage.model.requests.map(userText).join('')).not.to.include('payments')
  })
})
