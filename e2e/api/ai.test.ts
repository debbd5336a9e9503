import { expect } from 'chai'
import type { ExplainedTroubleshooting as Troubleshooting } from '../../server/features/ai/schema.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { grantRights } from '../support/grants.ts'
import { call } from '../support/http.ts'
import { BROKEN, troubleshoot, WELL } from '../support/model-stage.ts'
import { serveCluster } from '../support/serve.ts'

describe('AI helpers without a model', () => {
  let base: string
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    call(base, 'POST', `/api/ai/${path}`, body, headers)

  // The limit of calls counts per service.
  beforeEach(async () => {
    const demo = await openDemoCluster()
    const { port } = await serveCluster(demo.url, demo.token)
    base = `http://127.0.0.1:${port}`
  })

  it('names the root first, with evidence, cause and steps, and says that there is no model', async () => {
    const { findings, status, summary, model, budget, related } = await troubleshoot(base, {
      resource: BROKEN,
    })
    const [root, ...others] = findings
    expect([status, model, budget]).to.deep.equal([
      'critical',
      null,
      { input: 0, output: 0, truncated: false },
    ])
    expect(root?.rule).to.equal('crash-loop')
    expect(root?.evidence.map(({ id }) => id)).to.include('e1')
    expect(root?.fix.length).to.be.at.least(1)
    expect(summary).to.include(root?.title ?? '')
    const ids = findings.flatMap(({ evidence }) => evidence.map(({ id }) => id))
    expect(ids, 'unique in the answer').to.deep.equal(ids.map((_, at) => `e${at + 1}`))
    // Which of the rules of Deployments matches depends on the age of the seed.
    expect(others.length).to.be.at.least(1)
    for (const { rule } of others) expect(rule).to.match(/^deployment-/)
    for (const { cause, rule } of others) expect(cause, rule).to.include(root?.message ?? '')
    expect(related.some(({ relation, kind }) => relation === 'owns' && kind === 'Pod')).to.equal(true)
  })

  it('names the values of the revision that worked, which a pull request can restore', async () => {
    const { findings } = await troubleshoot(base, {
      resource: { kind: 'Deployment', name: 'search', namespace: 'shop' },
    })
    expect(findings.find(({ rule }) => rule === 'failing-since-change')?.patch).to.deep.equal([
      {
        pointer: '/spec/template/spec/containers/0/image',
        from: 'registry.shop.example/search:3.1.0-missing',
        value: 'registry.shop.example/search:3.0.1',
      },
    ])
  })

  it('finds nothing wrong with an object that is well', async () => {
    const { findings, status, summary } = await troubleshoot(base, { resource: WELL })
    expect([findings, status]).to.deep.equal([[], 'healthy'])
    expect(summary).to.equal('Nothing is known to be wrong with Deployment shop/storefront.')
  })

  it('explains Nodes and Services, whose details have routes of their own', async () => {
    for (const resource of [
      { kind: 'Service', name: 'cart', namespace: 'shop' },
      { kind: 'Node', name: 'demo-control-plane' },
    ])
      expect((await troubleshoot(base, { resource })).status, resource.kind).to.equal('healthy')
  })

  it('tells logs only to those who ask for them', async () => {
    const sourcesOf = ({ findings }: Troubleshooting) =>
      findings.flatMap(({ evidence }) => evidence.map(({ source }) => source))
    expect(sourcesOf(await troubleshoot(base, { resource: BROKEN }))).to.not.include('log')
    const withLogs = await troubleshoot(base, { resource: BROKEN, includeLogs: true, question: 'why?' })
    const log = withLogs.findings.find(({ rule }) => rule === 'log')
    expect(log?.evidence[0]?.reference).to.match(/^Pod payments\/payments-\S+ log of \S+, the run before$/)
  })

  it('streams each finding, then the rest, if events are accepted', async () => {
    const { status, text, headers } = await post(
      'troubleshoot',
      { resource: BROKEN },
      { accept: 'text/event-stream' },
    )
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/event-stream; charset=utf-8'])
    const events = text.split('\n\n').filter((one) => one.startsWith('event: '))
    expect(events[0]).to.match(/^event: finding\ndata: \{"id":"crash-loop/)
    expect(events.at(-1)).to.match(/^event: done\ndata: .*"finish":"complete"/)
    expect(events.length).to.be.at.least(3)
  })

  it('takes the context in the body, but not another one than in the query', async () => {
    expect((await post('troubleshoot', { resource: WELL, context: 'unknown' })).json['error']).to.include(
      'unknown',
    )
    const differing = await call(base, 'POST', '/api/ai/troubleshoot?context=a', {
      resource: WELL,
      context: 'b',
    })
    expect([differing.status, JSON.stringify(differing.json['issues'])]).to.satisfy(
      ([status, issues]: [number, string]) => status === 400 && issues.includes('differs'),
    )
    expect((await post('troubleshoot', { resource: WELL, context: { name: 'a' } })).status).to.equal(400)
  })

  it('rejects requests that name no object, kinds without a detail, and long questions', async () => {
    for (const body of [
      {},
      { resource: { kind: 'Deployment', name: 'web' } },
      { resource: { kind: 'Widget', name: 'web', namespace: 'shop' } },
      { resource: WELL, question: 'x'.repeat(2049) },
    ])
      expect((await post('troubleshoot', body)).status, JSON.stringify(body)).to.equal(400)
    const absent = await post('troubleshoot', { resource: { ...WELL, name: 'absent' } })
    expect([absent.status, absent.json['deployment']]).to.deep.equal([404, 'absent'])
  })

  it('has a limit of 10 calls a minute, with the time to wait', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push((await post('match-file', { resource: WELL, files: [] })).status)
    expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 200), 429])
    const { headers } = await post('troubleshoot', { resource: WELL })
    expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
  })

  it('finds the file behind an object, with the reason', async () => {
    const content = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: storefront, namespace: shop }\n'
    const { json } = await post('match-file', { resource: WELL, files: [{ path: 'prod/app.yaml', content }] })
    expect(json).to.deep.equal({
      matches: [
        {
          file: 'prod/app.yaml',
          confidence: 0.97,
          environment: 'production',
          reasoning: 'declares Deployment storefront in namespace shop',
        },
      ],
      method: 'rules',
    })
  })
})

describe('troubleshooting with few rights', () => {
  it('denies an object that may not be read, and names what else may not', async () => {
    const demo = await openDemoCluster()
    const token = grantRights(demo, 'poor', ['get pods', 'list pods', 'watch pods'])
    const { port } = await serveCluster(demo.url, token)
    const ask = async (resource: object) =>
      call(`http://127.0.0.1:${port}`, 'POST', '/api/ai/troubleshoot', { resource, includeLogs: true })
    const denied = await ask(WELL)
    expect([denied.status, denied.json['code']]).to.deep.equal([403, 'FORBIDDEN'])
    const { json: list } = await call(`http://127.0.0.1:${port}`, 'GET', '/api/pods?namespace=payments')
    const pod = (list['pods'] as { name: string }[]).find(({ name }) => name.startsWith('payments-'))
    const { status, json } = await ask({ kind: 'Pod', name: pod?.name, namespace: 'payments' })
    expect(status, JSON.stringify(json)).to.equal(200)
    const sections = (json['unavailable'] as { section: string }[]).map(({ section }) => section)
    expect(sections).to.include.members(['events', 'logs'])
  })
})
