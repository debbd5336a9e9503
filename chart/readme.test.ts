import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { CHART } from './helm.ts'
import * as chart from './rendering.ts'

describe('chart, examples of its README', function () {
  this.timeout(60_000)
  let folder: string
  before(function () {
    folder = mkdtempSync(join(tmpdir(), 'chart-'))
    return chart.needsHelm(this)
  })
  after(() => rmSync(folder, { recursive: true }))

  it('lets labelled Pods alone to the API, and the namespace of Prometheus alone to the metrics', async () => {
    const readme = readFileSync(join(CHART, 'README.md'), 'utf8')
    const [, values] = /```yaml\n(networkPolicy:\n[\s\S]+?)```/.exec(readme) ?? []
    const path = join(folder, 'values.yaml')
    writeFileSync(path, values ?? '')
    const { spec } = chart.only(await chart.renderObjects('--values', path), 'NetworkPolicy')
    expect(spec.ingress).to.deep.equal([
      {
        ports: [{ port: 8080, protocol: 'TCP' }],
        // One peer: Pods with the label in any namespace. Two separate peers would mean either of the two.
        from: [
          { namespaceSelector: {}, podSelector: { matchLabels: { 'clusterinspector.dev/caller': 'true' } } },
        ],
      },
      {
        ports: [9090, 9092].map((port) => ({ port, protocol: 'TCP' })),
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
      },
    ])
  })
})
