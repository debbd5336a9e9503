import { expect } from 'chai'
import { exposedMetrics, strangers } from './exposed-metrics.ts'
import { dashboard, queriesOf } from './dashboard.ts'
import * as chart from './rendering.ts'

describe('chart, dashboard', function () {
  this.timeout(60_000)

  it('asks for metrics and labels that are told, and of the Pods that are chosen alone', async () => {
    const exposed = await exposedMetrics()
    const queries = queriesOf(dashboard())
    expect(queries.length).to.be.greaterThan(20)
    for (const query of queries) {
      expect(strangers(query, exposed), query).to.deep.equal([])
      for (const [, matchers = ''] of query.matchAll(/\{([^}]*)\}/g))
        expect(matchers, query).to.match(/^namespace=~"\$namespace",pod=~"\$pod"/)
    }
  })

  it('shows every metric of the notifications and of the language model', async () => {
    const queries = queriesOf(dashboard()).join()
    const names = [...(await exposedMetrics()).keys()].filter((name) =>
      /^cluster_inspector_(?:notifications|model)_/.test(name),
    )
    expect(names.length).to.be.greaterThan(8)
    for (const name of names) expect(queries).to.include(name.replace(/_(?:sum|count)$/, '_bucket'))
  })

  it('would not do with a metric or a label that is not', async () => {
    const exposed = await exposedMetrics()
    expect(strangers('rate(cluster_inspector_gone_total{pod="a"}[5m])', exposed)).to.deep.equal([
      'cluster_inspector_gone_total',
    ])
    expect(strangers('sum by (colour) (cluster_inspector_log_follows{pod="a"})', exposed)).to.deep.equal([
      'cluster_inspector_log_follows: colour',
    ])
    expect(strangers('cluster_inspector_log_follows', exposed)).to.not.deep.equal([])
  })

  it('has panels that say what they show, and do not overlap', () => {
    const panels = dashboard().panels.filter(({ type }) => type !== 'row')
    expect(new Set(dashboard().panels.map(({ id }) => id)).size).to.equal(dashboard().panels.length)
    const taken = new Set<string>()
    for (const { title, description, gridPos, targets = [] } of panels) {
      expect(description, title).to.match(/^\S.*[.]$/)
      expect(targets.length, title).to.be.greaterThan(0)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        const at = `${x} ${gridPos.y}`
        expect(taken.has(at), title).to.equal(false)
        expect(x, title).to.be.lessThan(24)
        taken.add(at)
      }
    }
  })

  it("renders a ConfigMap of the dashboard file, with the labels that Grafana's sidecar selects", async function () {
    await chart.needsHelm(this)
    const objects = await chart.renderObjects(
      '--set=metrics.dashboard.enabled=true',
      '--set=metrics.dashboard.labels.folder=platform',
    )
    const found = chart.all(objects, 'ConfigMap').find(({ metadata }) => metadata.name.endsWith('-dashboard'))
    expect(found?.metadata.labels).to.include({ grafana_dashboard: '1', folder: 'platform' })
    const [text = ''] = Object.values(found?.data ?? {})
    expect(JSON.parse(text)).to.deep.equal(dashboard())
  })
})
