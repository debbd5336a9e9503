import { expect } from 'chai'
import type { DiagnosisReport } from '../../server/diagnosis/routes.ts'
import { call } from '../support/http.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

describe('GET /api/diagnosis', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  /** Reads the diagnosis until every kind is in sync. */
  const diagnosis = async (query = '') =>
    until('a complete diagnosis', async () => {
      const { status, json, text, headers } = await call(target.api, 'GET', `/api/diagnosis${query}`)
      expect(status, text.slice(0, 300)).to.equal(200)
      // Validated against its schema by the client.
      const report = json as unknown as DiagnosisReport
      return report.syncing === undefined ? { ...report, etag: headers.get('etag') } : undefined
    })

  it('returns causes only, each once, the most severe first', async () => {
    const { findings, total } = await diagnosis()
    expect(total).to.equal(findings.length)
    const ids = findings.map(({ id }) => id)
    expect(new Set(ids).size).to.equal(ids.length)
    for (const { causes, affected, evidence } of findings) {
      expect(causes).to.deep.equal([])
      expect(affected).to.be.at.least(1)
      expect(evidence.length).to.be.at.least(1)
    }
    const order = ['critical', 'warning', 'info']
    const severities = findings.map(({ severity }) => order.indexOf(severity))
    expect(severities).to.deep.equal(severities.toSorted((one, other) => one - other))
    const explained = new Set(findings.flatMap(({ explains }) => explains.map(({ id }) => id)))
    expect(ids.filter((id) => explained.has(id))).to.deep.equal([])
  })

  it('pages through all findings', async () => {
    const { findings } = await diagnosis()
    const paged: string[] = []
    let query: string | undefined = '?limit=1'
    while (query !== undefined && paged.length <= findings.length) {
      const page: Awaited<ReturnType<typeof diagnosis>> = await diagnosis(query)
      paged.push(...page.findings.map(({ id }) => id))
      query =
        page.continue === undefined ? undefined : `?limit=1&continue=${encodeURIComponent(page.continue)}`
    }
    expect(paged).to.deep.equal(findings.map(({ id }) => id))
  })

  it('selects by severity and by namespace', async () => {
    const { findings } = await diagnosis()
    const warnings = await diagnosis('?severity=warning')
    expect(warnings.findings).to.deep.equal(findings.filter(({ severity }) => severity === 'warning'))
    for (const { subject } of (await diagnosis('?namespace=kube-system')).findings)
      expect(['kube-system', undefined]).to.include(subject.namespace)
  })

  it('rejects parameters that are not valid', async () => {
    for (const query of ['?severity=fatal', '?limit=0', '?namespace=A']) {
      const { status, json } = await call(target.api, 'GET', `/api/diagnosis${query}`)
      expect([status, json['code']], query).to.deep.equal([400, 'BAD_REQUEST'])
    }
  })

  it('finds what the demo cluster has been seeded with', async function () {
    if (target.demo === undefined) this.skip()
    const { findings } = await diagnosis()
    const found = findings.map(({ rule, subject }) => [rule, subject.kind, subject.name])
    expect(found).to.deep.include(['image-not-found', 'Deployment', 'search'])
    expect(found).to.deep.include(['node-not-ready', 'Node', 'demo-worker2'])
    const image = findings.find(({ rule }) => rule === 'image-not-found')
    expect(image?.explains.map(({ rule }) => rule)).to.include('deployment-stalled')
  })

  it('has the same ETag while nothing changes, and clears a finding within 2 s of its repair', async function () {
    if (target.demo === undefined) this.skip()
    const { etag } = await diagnosis()
    expect((await diagnosis()).etag).to.equal(etag)
    const isFound = async () =>
      (await diagnosis()).findings.some(({ subject }) => subject.name === 'demo-worker2')
    expect(await isFound()).to.equal(true)
    await target.kube.remove('/api/v1/nodes/demo-worker2')
    const since = performance.now()
    await until('no finding about the node', async () => ((await isFound()) ? undefined : true), 10_000)
    expect(performance.now() - since).to.be.lessThan(2000)
  })
})
