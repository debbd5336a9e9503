import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse, stringify } from 'yaml'
import { CHART, helm, render } from './helm.ts'
import * as chart from './rendering.ts'
import { coalesced, isRecord, readDefaults } from './schema.ts'

/**
 * `helm upgrade --reuse-values` renders the new chart with the previous chart's defaults and the user's
 * values. Without a cluster this is simulated: the chart is rendered with the previous chart's values.yaml.
 */
for (const version of ['0.1.0', '0.2.0'])
  describe(`chart, with the values of ${version} alone`, function () {
    this.timeout(60_000)
    const folder = mkdtempSync(join(tmpdir(), 'chart-'))
    let old: unknown
    before(async function () {
      await chart.needsHelm(this)
      const { stdout } = await helm('show', 'values', packaged(version))
      old = parse(stdout)
    })
    after(() => rmSync(folder, { recursive: true }))

    /** Sets every key that the old defaults lack to null, so that helm removes it. */
    function without(defaults: unknown, kept: unknown): unknown {
      if (!isRecord(defaults) || !isRecord(kept)) return kept
      const keys = Object.keys({ ...defaults, ...kept })
      return Object.fromEntries(
        keys.map((key) => [key, Object.hasOwn(kept, key) ? without(defaults[key], kept[key]) : null]),
      )
    }

    async function upgraded(set: unknown): Promise<string> {
      const path = join(folder, 'values.yaml')
      writeFileSync(path, stringify(without(readDefaults(), coalesced(old, set))))
      return render('inspector', CHART, '--namespace', chart.NAMESPACE, '--values', path)
    }

    it('renders what it renders with its own defaults, except for the resources that the release keeps', async () => {
      expect(isRecord(old) && Object.hasOwn(old, 'operator')).to.equal(version !== '0.1.0')
      const defaults = readDefaults()
      const resources = isRecord(defaults) ? defaults['resources'] : undefined
      const own = await render('inspector', CHART, '--namespace', chart.NAMESPACE)
      expect(await upgraded({ resources })).to.equal(own)
      expect(own).to.include('kind: CustomResourceDefinition')
    })

    it('takes what is set beside them, and fills in the rest', async () => {
      const objects = chart.parseObjects(
        await upgraded({ crds: { keep: false }, operator: { resources: { requests: { cpu: '1m' } } } }),
      )
      const operator = chart.operatorContainer(objects)
      expect(operator?.resources).to.have.nested.property('requests.cpu', '1m')
      expect(operator?.startupProbe?.failureThreshold).to.equal(120)
      for (const { metadata } of chart.all(objects, 'CustomResourceDefinition'))
        expect(metadata).not.to.have.any.keys('annotations')
      const off = chart.parseObjects(await upgraded({ operator: { enabled: false } }))
      expect(chart.operatorContainer(off)).to.equal(undefined)
    })

    it('fills them in before anything else, in every template', () => {
      const templates = readdirSync(join(CHART, 'templates'), { recursive: true, encoding: 'utf8' })
      const rendered = templates.filter((file) => /(\.yaml|NOTES\.txt)$/.test(file))
      expect(rendered.length).to.be.greaterThan(15)
      for (const file of rendered)
        expect(readFileSync(join(CHART, 'templates', file), 'utf8'), file).to.match(
          /^\{\{- include "cluster-inspector.complete" \. \}\}\n/,
        )
    })
  })

/** Returns the packaged chart of a release. */
function packaged(version: string): string {
  return join(CHART, '..', 'e2e', 'fixtures', `cluster-inspector-${version}.tgz`)
}
