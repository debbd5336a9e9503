import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { dashboard, queriesOf } from '../../chart/dashboard.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { MissingTool, run } from './environment/process.ts'
import { declared, removeDeclared } from './environment/declared.ts'
import { NAMESPACE } from './environment/release.ts'
import { world } from './environment/world.ts'
import { discoveringConfig, listedConfig, prometheus } from './fixtures/prometheus.ts'

const CALLS = 7

describe('Prometheus finds and reads the metrics', () => {
  const made = world()
  const { kubectl, forward, release, prometheusDiscovers } = made
  const namespace = `prometheus-${randomBytes(3).toString('hex')}`
  const exposition = async () => (await fetch(`${forward.operations}/metrics`)).text()

  before(async () => {
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    const found = prometheusDiscovers
      ? discoveringConfig()
      : listedConfig(await kubectl.items<Pod>('pods', '-A'))
    await kubectl.apply(...prometheus(namespace, made.prometheus, found))
    await kubectl.text('wait', '-n', namespace, 'pod/prometheus', '--for=condition=Ready', '--timeout=110s')
  })
  after(() =>
    kubectl.remove(`namespace/${namespace}`, `clusterrole/${namespace}`, `clusterrolebinding/${namespace}`),
  )

  /** Queries the value of a series in Prometheus, through the API server's proxy. */
  async function value(query: string): Promise<number | undefined> {
    const path = `/api/v1/namespaces/${namespace}/pods/prometheus:9090/proxy/api/v1/query`
    const text = await kubectl.text('get', '--raw', `${path}?query=${encodeURIComponent(query)}`)
    const { data } = JSON.parse(text) as { data: { result: { value: [number, string] }[] } }
    const [first] = data.result
    return first === undefined ? undefined : Number(first.value[1])
  }

  const how = prometheusDiscovers ? '' : ' (this build finds no Pods: it is given what the annotations say)'
  it(`finds Pods by their annotations alone, and stores their series${how}`, async () => {
    const { metadata } = await release.pod()
    const of = `job="annotated-pods",namespace="${metadata.namespace}",pod="${metadata.name}"`
    await until('Prometheus to hold the build', async () =>
      (await value(`cluster_inspector_build_info{${of}}`)) === 1 ? true : undefined,
    )
    expect(await value(`up{${of}}`)).to.equal(1)
    expect(await value(`count(up{${of}})`), 'targets').to.equal(1)
  })

  it('counts the very calls that were made', async () => {
    const { metadata } = await release.pod()
    const query = (status: number) =>
      `cluster_inspector_http_requests_total{method="GET",route="/api/pods",status="${status}",pod="${metadata.name}"}`
    const before = { good: counted(await exposition(), 200), bad: counted(await exposition(), 400) }
    for (let call_ = 0; call_ < CALLS; call_++)
      expect((await call(forward.api, 'GET', '/api/pods')).status).to.equal(200)
    expect((await call(forward.api, 'GET', '/api/pods?limit=0')).status).to.equal(400)
    const after = await until('Prometheus to have counted', async () => {
      const good = await value(query(200))
      const bad = await value(query(400))
      return good !== undefined && good >= before.good + CALLS && bad !== undefined && bad > before.bad
        ? { good, bad }
        : undefined
    })
    const all = `count({__name__=~"cluster_inspector_.+",pod="${metadata.name}"})`
    expect(await value(all), 'series').to.be.greaterThan(10)
    expect(after).to.deep.equal({ good: before.good + CALLS, bad: before.bad + 1 })
    expect(counted(await exposition(), 200)).to.equal(before.good + CALLS)
  })

  it('finds the operators too, so that every query of the dashboard about them and the cluster has a result', async () => {
    const name = 'dashboard'
    await kubectl.apply(declared(name, { contextName: 'in-cluster', inCluster: {} }))
    const all = queriesOf(dashboard())
    const queries = all
      .filter((query) => !OFF.test(query))
      .map((query) =>
        query
          .replaceAll('$namespace', NAMESPACE)
          .replaceAll('$pod', '.+')
          .replaceAll('$__rate_interval', '1m')
          .replaceAll('$__range', '10m'),
      )
    expect(queries.join('\n')).not.to.include('$')
    expect(queries.length, 'queries about what is on').to.be.above(all.length / 2)
    try {
      for (const query of queries)
        await until(`an answer to ${query}`, async () =>
          (await value(query)) === undefined ? undefined : true,
        )
    } finally {
      await removeDeclared(`clustercontext/${name}`)
    }
  })

  it('exposes metrics without complaints of promtool (skipped without promtool)', async function () {
    const checked = await run('promtool', ['check', 'metrics'], { input: await exposition() }).catch(
      (error: unknown) => {
        if (error instanceof MissingTool) return undefined
        throw error
      },
    )
    if (checked === undefined) this.skip()
    expect([checked.code, checked.stdout.toString() + checked.stderr]).to.deep.equal([0, ''])
  })
})

/** Metrics of features that a release does not have unless it is told so. */
const OFF = /cluster_inspector_(?:notifications|model)_/

/** Reads the service's own value of the counter. */
function counted(text: string, status: number): number {
  const series = `cluster_inspector_http_requests_total{method="GET",route="/api/pods",status="${status}"} `
  const line = text.split('\n').find((one) => one.startsWith(series))
  return Number(line?.slice(series.length) ?? 0)
}
