import { expect } from 'chai'
import { parseAllDocuments } from 'yaml'
import type { DiagnosisReport } from '../../server/diagnosis/routes.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { diagnosisFixtures } from '../diagnosis/fixtures/register.ts'
import { openDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { Kube } from '../support/kube.ts'
import { troubleshoot } from '../support/model-stage.ts'
import { serveCluster } from '../support/serve.ts'
import { until } from '../support/until.ts'

const NAMESPACE = 'fixtures'
const filled = (text: string): string => text.replaceAll('NAMESPACE', NAMESPACE)

describe('diagnosis of faults that kind does not keep', () => {
  let demo: DemoCluster
  let kube: Kube
  let base: string

  beforeEach(async () => {
    demo = await openDemoCluster()
    kube = new Kube(demo)
    closeAfterwards('a client', async () => kube.close())
    demo.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } })
    base = `http://127.0.0.1:${(await serveCluster(demo.url, demo.token)).port}`
  })

  function apply(yaml: string): void {
    for (const document of parseAllDocuments(filled(yaml)))
      // The fixtures are written by hand.
      demo.apply(document.toJS() as Parameters<DemoCluster['apply']>[0])
  }

  /** Runs a step of a fixture, a patch of the status of a node, as kubectl does. */
  async function patch(step: readonly string[]): Promise<void> {
    const [verb, kind, name = '', subresource, type, , body = ''] = step.map(filled)
    expect([verb, kind, subresource, type]).to.deep.equal([
      'patch',
      'node',
      '--subresource=status',
      '--type=merge',
    ])
    const { status } = await kube.call('PATCH', `/api/v1/nodes/${name}/status`, JSON.parse(body))
    expect(status).to.equal(200)
  }

  for (const { rule, subject, wrong, steps = [], nearMiss, evidence } of diagnosisFixtures.filter(
    ({ notOnKind }) => notOnKind !== undefined,
  ))
    it(`finds and explains ${rule} of ${subject.kind}, not of what is nearly the same, and clears it`, async () => {
      apply(wrong)
      apply(nearMiss)
      for (const step of steps) await patch(step)
      const about = async () => {
        const { json } = await call(base, 'GET', '/api/diagnosis')
        const { findings, syncing } = json as unknown as DiagnosisReport
        return syncing === undefined ? findings.filter((one) => one.rule === rule) : undefined
      }
      const isOfFixture = (one: DiagnosisReport['findings'][number]): boolean =>
        one.subject.name === filled(subject.name)
      const found = await until('the finding', async () => (await about())?.find(isOfFixture))
      expect(
        found.evidence.some(({ text }) => evidence.test(text)),
        JSON.stringify(found.evidence),
      ).to.equal(true)
      const resource = { kind: subject.kind, name: filled(subject.name) }
      const [root] = (await troubleshoot(base, { resource })).findings
      expect([root?.rule, root?.subject]).to.deep.equal([rule, resource])
      const near = new Set(
        parseAllDocuments(filled(nearMiss)).map((one) => String(one.getIn(['metadata', 'name']))),
      )
      expect((await about())?.filter((one) => near.has(one.subject.name))).to.deep.equal([])
      await kube.remove(`/api/v1/nodes/${filled(subject.name)}`)
      await until('no finding', async () => ((await about())?.some(isOfFixture) === false ? true : undefined))
    })
})
