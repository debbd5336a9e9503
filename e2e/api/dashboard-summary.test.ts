import { expect } from 'chai'
import { call } from '../support/http.ts'
import type { KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

/** Sections that are numbers, with the lists of the cluster that they count. */
const NUMBERS = {
  services: ['api/v1', 'services'],
  ingress: ['apis/networking.k8s.io/v1', 'ingresses'],
  configmaps: ['api/v1', 'configmaps'],
  hpa: ['apis/autoscaling/v2', 'horizontalpodautoscalers'],
} as const
/** Sections with a total, with the lists of the cluster that they count. */
const TOTALS = {
  deployments: 'apis/apps/v1',
  statefulsets: 'apis/apps/v1',
  daemonsets: 'apis/apps/v1',
  jobs: 'apis/batch/v1',
  cronjobs: 'apis/batch/v1',
  pods: 'api/v1',
} as const
const NAMESPACE = 'kube-system'

interface Counted extends KubeObject {
  status?: { phase?: string; conditions?: { type: string; status: string }[] }
}

describe('the summary of the dashboard', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  async function summary(query: string): Promise<Record<string, Record<string, number>>> {
    const { status, json, text } = await call(target.api, 'GET', `/api/dashboard/summary${query}`)
    expect(status, text.slice(0, 300)).to.equal(200)
    return json as Record<string, Record<string, number>>
  }

  /** Reads the summary until every kind is synced. */
  const complete = async (query: string) =>
    until('a summary of all kinds', async () => {
      const found = await summary(query)
      return found['syncing'] === undefined ? found : undefined
    })

  const items = async (path: string) => (await target.kube.get<{ items: Counted[] }>(path)).items
  const inNamespace = (root: string, plural: string) => items(`/${root}/namespaces/${NAMESPACE}/${plural}`)

  it('counts what the cluster lists in a namespace', async () => {
    const found = await complete(`?namespace=${NAMESPACE}`)
    for (const [section, [root, plural]] of Object.entries(NUMBERS))
      expect(found[section], section).to.equal((await inNamespace(root, plural)).length)
    for (const [section, root] of Object.entries(TOTALS))
      expect(found[section]?.['total'], section).to.equal((await inNamespace(root, section)).length)
    const pods = await inNamespace('api/v1', 'pods')
    for (const phase of ['Running', 'Pending', 'Succeeded', 'Failed'])
      expect(found['pods']?.[phase.toLowerCase()], phase).to.equal(
        pods.filter(({ status }) => status?.phase === phase).length,
      )
    expect(found['health']).to.include({ status: 'healthy', partial: false })
  })

  it('counts Nodes and volumes of the whole cluster', async () => {
    const nodes = await items('/api/v1/nodes')
    const ready = nodes.filter(({ status }) =>
      status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True'),
    ).length
    const volumes = await items('/api/v1/persistentvolumes')
    const bound = volumes.filter(({ status }) => status?.phase === 'Bound').length
    for (const query of ['', `?namespace=${NAMESPACE}`])
      expect(await complete(query), query).to.deep.include({
        nodes: { total: nodes.length, ready, notReady: nodes.length - ready },
        pvs: { total: volumes.length, bound },
      })
  })

  it('reads from the caches, without a call for a kind that may be read', async () => {
    const { headers } = await until('a summary from the caches', async () => {
      const answer = await call(target.api, 'GET', '/api/dashboard/summary')
      const denied = (answer.json['unavailable'] as unknown[]).length > 0
      return denied || answer.headers.get('x-cache') === 'hit' ? answer : undefined
    })
    if (target.demo === undefined) return
    expect(headers.get('x-cache')).to.equal('hit')
    const before = await target.upstreamCalls()
    await summary('')
    expect((await target.upstreamCalls()) - before).to.equal(0)
  })
})
