import { expect } from 'chai'
import type { DiagnosisReport } from '../../server/diagnosis/routes.ts'
import type { ReportedFinding } from '../../server/diagnosis/schema.ts'
import { kinds } from '../../server/kinds/register.ts'
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
    for (const query of [
      '?severity=fatal',
      '?limit=0',
      '?namespace=A',
      '?continue=x',
      '?limit=1&continue=x',
    ]) {
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

  it('has the same ETag while nothing changes, and clears a finding after its repair', async function () {
    if (target.demo === undefined) this.skip()
    // The kubelets of the demo try again and again, and each attempt is evidence: two reads between two attempts are awaited.
    await until('two reads with one ETag', async () => {
      const { etag, ...report } = await diagnosis()
      const { etag: next, ...reread } = await diagnosis()
      if (etag !== next) expect(reread, 'what has another ETag').to.not.deep.equal(report)
      return etag === next ? true : undefined
    })
    const isFound = async () =>
      (await diagnosis()).findings.some(({ subject }) => subject.name === 'demo-worker2')
    expect(await isFound()).to.equal(true)
    await target.kube.remove('/api/v1/nodes/demo-worker2')
    await until('no finding about the node', async () => ((await isFound()) ? undefined : true))
  })
})

describe('the diagnosis of one object', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  const get = async (path: string) => {
    const { status, json, text } = await call(target.api, 'GET', path)
    expect(status, `${path}: ${text.slice(0, 300)}`).to.equal(200)
    return json
  }
  const diagnose = async (path: string, { name, namespace }: { name: string; namespace?: string }) => {
    const query = namespace === undefined ? '' : `namespace=${namespace}&`
    const json = await get(`/api/${path}/${name}?${query}include=diagnosis`)
    return json['diagnosis'] as ReportedFinding[]
  }
  const namesOf = ({ kind, namespace = '', name }: ReportedFinding['subject']) =>
    `${kind} ${namespace}/${name}`

  it('agrees with that of the cluster for objects of every kind', async function () {
    this.timeout(180_000)
    const { findings } = await until('a complete diagnosis', async () => {
      const report = (await get('/api/diagnosis')) as unknown as DiagnosisReport
      return report.syncing === undefined ? report : undefined
    })
    const known = new Set(
      findings.flatMap(({ subject, explains }) =>
        [subject, ...explains.map((one) => one.subject)].map(namesOf),
      ),
    )
    let [healthy, wrong] = [0, 0]
    // A Pod is in the diagnosis of the cluster under the workload that owns it.
    const inNamespaces = ['kube-system', ...(target.demo === undefined ? [] : ['shop'])]
    for (const { path, kind, declaration, namespaced } of kinds.filter((one) => one.kind !== 'Pod')) {
      if (declaration.detail === null && !['Node', 'Service'].includes(kind)) continue
      const scopes = namespaced ? inNamespaces.map((one) => `namespace=${one}&`) : ['']
      const lists = await Promise.all(scopes.map(async (scope) => get(`/api/${path}?${scope}limit=10`)))
      for (const object of lists.flatMap((list) => list[path] as { name: string; namespace?: string }[])) {
        const subject = {
          kind,
          name: object.name,
          ...(object.namespace ? { namespace: object.namespace } : {}),
        }
        const own = (await diagnose(path, object)).filter((one) => namesOf(one.subject) === namesOf(subject))
        expect(own.length > 0, `${namesOf(subject)}: ${own[0]?.title}`).to.equal(known.has(namesOf(subject)))
        if (own.length === 0) healthy++
        else wrong++
      }
    }
    expect(healthy).to.be.greaterThan(10)
    if (target.demo !== undefined) expect(wrong).to.be.greaterThan(2)
  })

  it('begins with the object itself, then names what explains it', async function () {
    if (target.demo === undefined) this.skip()
    const [first, ...others] = await diagnose('deployments', { name: 'search', namespace: 'shop' })
    expect(first?.rule).to.equal('deployment-stalled')
    const image = others.find(({ rule }) => rule === 'image-not-found')
    expect(image?.subject.kind).to.equal('Pod')
    expect(first?.causes).to.include(image?.id)
  })

  it('shows the last lines of the log of a container that crashes', async function () {
    if (target.demo === undefined) this.skip()
    // It runs for a moment between its restarts.
    const sources = await until('a Pod that crashes', async () => {
      const { pods } = await get('/api/pods?namespace=payments')
      for (const { name, status } of pods as { name: string; status: string }[]) {
        if (status !== 'CrashLoopBackOff') continue
        const found = await diagnose('pods', { name, namespace: 'payments' })
        const evidence = found.flatMap((one) => one.evidence)
        if (found.some(({ rule }) => rule === 'crash-loop')) return evidence.map(({ source }) => source)
      }
      return undefined
    })
    expect(sources).to.include('log')
  })
})
