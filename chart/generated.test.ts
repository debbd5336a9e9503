import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { parse } from 'yaml'
import { rightParts } from '../server/kinds/rbac-table.ts'
import { operatorRights, type OperatorRight } from '../server/operator/rights.ts'
import { CHART, MANIFESTS } from './helm.ts'
import { manifests } from './manifests.ts'
import { podSecurityViolations } from './pod-security.ts'
import { needsHelm, parseObjects, podSpecs } from './rendering.ts'
import { rbacGroupRules } from './rights.ts'

const run = promisify(execFile)

describe('generated files', function () {
  this.timeout(60_000)

  it('rbac.json holds the table of rights', () => {
    const file = JSON.parse(readFileSync(join(CHART, 'files', 'rbac.json'), 'utf8')) as { groups: unknown }
    expect(file.groups).to.deep.equal(rbacGroupRules())
  })

  it("rbac.json holds each of the operator's rights once", () => {
    const { operator } = JSON.parse(readFileSync(join(CHART, 'files', 'rbac.json'), 'utf8')) as {
      operator: (Omit<OperatorRight, 'right'> & Record<'apiGroups' | 'resources' | 'verbs', string[]>)[]
    }
    const said = operator.flatMap(({ apiGroups: [group], resources: [resource], verbs, ...beside }) =>
      verbs.map((verb) => ({ ...beside, right: [verb, resource, group] })),
    )
    const wanted = operatorRights.map(({ right, ...beside }) => {
      const { verb, resource, apiGroup } = rightParts(right)
      return { ...beside, right: [verb, resource, apiGroup] }
    })
    expect(said).to.have.deep.members(wanted)
  })

  describe('as a whole', () => {
    before(function () {
      return needsHelm(this)
    })

    it('equal the output of the generator', async () => {
      const { stderr } = await run(process.execPath, [join(CHART, 'generate.ts'), '--check']).catch(
        (error: { stderr: string }) => error,
      )
      expect(stderr).to.equal('')
    })
  })

  it('the chart and the image bear the version of the package', () => {
    const read = (...path: string[]): string => readFileSync(join(CHART, ...path), 'utf8')
    const { version } = JSON.parse(read('..', 'package.json')) as { version: string }
    expect(parse(read('Chart.yaml'))).to.include({ version, appVersion: version })
    expect(read('..', 'server', 'Dockerfile')).to.include(`\nARG VERSION=${version}\n`)
  })

  it('manifests/ has these and no others', () => {
    expect(readdirSync(MANIFESTS).toSorted()).to.deep.equal(manifests.map(({ file }) => file).toSorted())
  })

  for (const { file } of manifests)
    it(`${file} begins with its namespace, is restricted, and says nothing of Helm`, () => {
      const text = readFileSync(join(MANIFESTS, file), 'utf8')
      expect(text).not.to.match(/helm/i)
      const [namespace, ...objects] = parseObjects(text)
      expect(namespace?.kind).to.equal('Namespace')
      expect(namespace?.metadata.labels).to.include({ 'pod-security.kubernetes.io/enforce': 'restricted' })
      for (const { spec } of podSpecs(objects)) expect(podSecurityViolations(spec)).to.deep.equal([])
    })
})
