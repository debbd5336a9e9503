import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { stringify } from 'yaml'
import { ALERT_CASES, type Series } from './alert-cases.ts'
import { exposedMetrics, strangers } from './exposed-metrics.ts'
import { CHART } from './helm.ts'
import * as chart from './rendering.ts'
import { readSchema } from './schema.ts'

const ON = ['--set=metrics.prometheusRule.enabled=true', '--set=fullnameOverride=inspector']
const POD = 'inspector-5d9c7b6f4-x2x7k'
/**
 * The name of a Pod whose workload has a long name: the ReplicaSet's hash and the Pod's suffix run together.
 */
const LONG = 'inspector-5d9c7bx2x7k'

const rulesOf = (objects: readonly chart.KubeObject[]) =>
  chart.only(objects, 'PrometheusRule').spec.groups.flatMap(({ rules }) => rules)

/** Runs promtool; undefined if it is not installed. */
function promtool(...args: string[]): Promise<{ code: number; said: string } | undefined> {
  return new Promise((resolve) => {
    execFile('promtool', args, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      resolve(typeof code === 'number' ? { code, said: stdout + stderr } : undefined)
    })
  })
}

describe('chart, alerts', function () {
  this.timeout(60_000)
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
  let objects: chart.KubeObject[]
  let names: string[]

  before(async function () {
    await chart.needsHelm(this)
    objects = await chart.renderObjects(...ON)
    names = rulesOf(objects).map(({ alert }) => alert)
    writeFileSync(join(folder, 'rules.yaml'), stringify(chart.only(objects, 'PrometheusRule').spec))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('gives each alert one name, one test case and one runbook', () => {
    expect(new Set(names).size).to.equal(names.length)
    const rule = readSchema().properties?.['metrics']?.properties?.['prometheusRule']?.properties
    expect(Reflect.get(rule?.['disabled'] ?? {}, 'items')).to.deep.equal({ enum: names })
    expect(Object.keys(ALERT_CASES)).to.have.members(names)
    const readme = readFileSync(join(CHART, 'README.md'), 'utf8')
    const headings = [...readme.matchAll(/^#### (\w+)\n\n\((critical|warning|info)\) \S.*\.$/gm)]
    const severities = rulesOf(objects).map((one) => [one.alert, Reflect.get(one, 'labels') as unknown])
    expect(headings.map(([, name, severity]) => [name, { severity }])).to.have.deep.members(severities)
  })

  it('ask for metrics and labels that are told', async () => {
    const exposed = await exposedMetrics()
    for (const { alert, expr } of rulesOf(objects)) expect(strangers(expr, exposed), alert).to.deep.equal([])
  })

  it('omits alerts whose metrics are not exported, and alerts that are disabled by name', async () => {
    const left = async (...args: string[]) =>
      rulesOf(await chart.renderObjects(...ON, ...args)).map(({ alert }) => alert)
    const without = await left('--set=operator.enabled=false')
    expect(without).to.include('ClusterInspectorAbsent')
    expect(without.join()).not.to.match(/Operator|Leader|ContextNotReady/)
    const alone = await left('--set=rbac.scope=namespaces', '--set=rbac.namespaces={shop}')
    expect(alone).to.include('ClusterInspectorOperatorAbsent')
    expect(alone).not.to.include.oneOf(['ClusterInspectorNoLeader', 'ClusterInspectorContextNotReady'])
    const two = ['ClusterInspectorSlow', 'ClusterInspectorNoLeader']
    expect(await left(`--set=metrics.prometheusRule.disabled={${two.join()}}`)).to.deep.equal(
      names.filter((name) => !two.includes(name)),
    )
  })

  it('renders rules that promtool accepts', async function () {
    const checked = await promtool('check', 'rules', join(folder, 'rules.yaml'))
    if (checked === undefined) this.skip()
    expect(checked.code, checked.said).to.equal(0)
    expect(checked.said).to.include(`${names.length} rules found`)
  })

  /**
   * Returns promtool's result for an alert that has to fire, or must not, after half an hour of these series.
   */
  async function tried(alert: string, fires: boolean, series: readonly Series[], labels: string) {
    const path = join(folder, `${alert}.yaml`)
    const test = {
      interval: '1m',
      input_series: series.map(([name, matchers, values]) => ({
        series: `${name}{${[labels, matchers].filter((one) => one !== '').join(',')}}`,
        values,
      })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`,
          eval_time: '90m',
          exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
        },
      ],
    }
    writeFileSync(path, stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests: [test] }))
    return promtool('test', 'rules', path)
  }

  for (const [alert, { fires, quiet }] of Object.entries(ALERT_CASES)) {
    const absent = alert.endsWith('Absent')
    const cases: [what: string, fires: boolean, series: readonly Series[], pod: string][] = [
      ['fires', true, fires, POD],
      ['fires of a Pod with a long name', true, fires, LONG],
      ['is quiet while all is well', false, quiet, POD],
      ['is not for Pods of another release', absent, absent ? quiet : fires, 'inspector-two-5d9c7b6f4-x2x7k'],
    ]
    for (const [what, wanted, series, pod] of cases)
      it(`${alert} ${what}`, async function () {
        const labels = `namespace="${chart.NAMESPACE}",pod="${pod}"`
        const checked = await tried(alert, wanted, series, labels)
        if (checked === undefined) this.skip()
        expect(checked.code, checked.said).to.equal(0)
      })
  }
})
