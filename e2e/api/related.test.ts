import { expect } from 'chai'
import { call } from '../support/http.ts'
import { grantRights } from '../support/grants.ts'
import { serveCluster } from '../support/serve.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'
import { apiNameOf } from '../kinds/fixture.ts'
import { listedFixtures } from '../kinds/register.ts'
import type { Right } from '../../server/kinds/rbac-table.ts'

interface Related {
  related: { relation: string; kind: string; name: string; namespace?: string }[]
  relatedUnavailable?: { section: string }[]
}

/** Suffixes of the names of ReplicaSets, Pods and Jobs. */
const SUFFIXES = /(?:-[bcdfghjklmnpqrstvwxz2456789]{8,10})?-(?:[bcdfghjklmnpqrstvwxz2456789]{5}|[0-9]{8})$/
const REPLICASET = /-[bcdfghjklmnpqrstvwxz2456789]{8,10}$/

/** Relations of objects of the demo cluster, as its seed in server/demo/seed declares them; `*`: a generated suffix. */
const SEED: Readonly<Record<string, readonly string[]>> = {
  'deployments shop/storefront': [
    'uses ServiceAccount shop/storefront',
    'uses ConfigMap shop/storefront',
    'owns ReplicaSet shop/storefront-*',
    'owns Pod shop/storefront-*',
    'selectedBy Service shop/storefront',
    'selectedBy PodDisruptionBudget shop/storefront',
    'selectedBy NetworkPolicy shop/storefront',
    'routedBy Ingress shop/storefront',
    'scaledBy HorizontalPodAutoscaler shop/storefront',
  ],
  'deployments shop/cart': [
    'uses Secret shop/cart-session',
    'owns ReplicaSet shop/cart-*',
    'owns Pod shop/cart-*',
    'selectedBy Service shop/cart',
    'routedBy Ingress shop/storefront',
  ],
  'statefulsets shop/orders-db': [
    'uses Service shop/orders-db',
    'owns Pod shop/orders-db-2',
    'owns Pod shop/orders-db-1',
    'owns Pod shop/orders-db-0',
  ],
  'cronjobs shop/nightly-report': [
    'owns Job shop/nightly-report-*',
    'owns Pod shop/nightly-report-29930580-*',
  ],
  'services shop/cart': ['selects Pod shop/cart-*', 'routedBy Ingress shop/storefront'],
  'ingress shop/storefront': [
    'routesTo Service shop/storefront',
    'routesTo Service shop/cart',
    'uses Secret shop/shop-tls',
  ],
  'ingress monitoring/grafana': ['routesTo Service monitoring/grafana'],
  'hpa shop/storefront': ['scales Deployment shop/storefront'],
  'poddisruptionbudgets shop/storefront': ['selects Pod shop/storefront-*'],
  'networkpolicies shop/storefront': ['selects Pod shop/storefront-*'],
  'secrets shop/cart-session': ['usedBy Deployment shop/cart'],
  'configmaps shop/storefront': ['usedBy Deployment shop/storefront'],
  'configmaps shop/search-synonyms': [],
  'serviceaccounts shop/storefront': ['usedBy Deployment shop/storefront'],
  'pvcs shop/data-orders-db-0': [
    'bound PersistentVolume pvc-6f0e3b1a-data-orders-db-0',
    'uses StorageClass standard',
    'usedBy StatefulSet shop/orders-db',
  ],
  'pvcs shop/search-index': ['uses StorageClass standard'],
  'pvs pvc-6f0e3b1a-ledger-data': [
    'bound PersistentVolumeClaim payments/ledger-data',
    'uses StorageClass standard',
  ],
  'storageclasses standard': [
    'usedBy PersistentVolumeClaim payments/ledger-data',
    ...[0, 1, 2].map((at) => `usedBy PersistentVolumeClaim shop/data-orders-db-${at}`),
    'usedBy PersistentVolumeClaim shop/search-index',
    ...[0, 1, 2].map((at) => `usedBy PersistentVolume pvc-6f0e3b1a-data-orders-db-${at}`),
    'usedBy PersistentVolume pvc-6f0e3b1a-ledger-data',
  ],
  'namespaces shop': [],
}

/** Returns a relation as the seed above names it. */
function textOf({ relation, kind, name, namespace }: Related['related'][number]): string {
  const suffix = kind === 'ReplicaSet' ? REPLICASET : SUFFIXES
  const generated = ['ReplicaSet', 'Pod', 'Job'].includes(kind) ? name.replace(suffix, '-*') : name
  return `${relation} ${kind} ${namespace === undefined ? '' : `${namespace}/`}${generated}`
}

describe('the related objects of a detail', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  const detail = async (path: string, place: string, query: string, headers = {}, base = target.api) => {
    const [name, namespace] = place.split('/').toReversed()
    const scope = namespace === undefined ? '' : `namespace=${namespace}&`
    return call(base, 'GET', `/api/${path}/${name}?${scope}${query}`, undefined, headers)
  }

  for (const [subject, expected] of Object.entries(SEED))
    it(`equal those of the seed: ${subject}`, async () => {
      if (target.demo === undefined) return
      const [path = '', place = ''] = subject.split(' ')
      const { status, json } = await detail(path, place, 'include=related')
      expect(status).to.equal(200)
      const { related, relatedUnavailable } = json as unknown as Related
      expect([...new Set(related.map(textOf))]).to.deep.equal(expected)
      expect(relatedUnavailable).to.equal(undefined)
    })

  it('lead from a Pod to its controller, node and identity, and from the node to the Pod', async () => {
    const { json } = await call(target.api, 'GET', '/api/pods?namespace=kube-system')
    const pod = (json['pods'] as { name: string; nodeName?: string }[]).find(({ name }) =>
      name.startsWith('coredns'),
    )
    if (pod?.nodeName === undefined) throw new Error('no Pod of CoreDNS has a node')
    const { json: found } = await detail('pods', `kube-system/${pod.name}`, 'include=related')
    const { related } = found as unknown as Related
    expect(related[0]).to.include({ relation: 'owner', kind: 'ReplicaSet', namespace: 'kube-system' })
    expect(related).to.deep.include({ relation: 'runsOn', kind: 'Node', name: pod.nodeName })
    expect(related.map(({ kind }) => kind)).to.include('ServiceAccount')
    const { json: node } = await detail('nodes', pod.nodeName, 'include=related')
    expect((node as unknown as Related).related).to.deep.include({
      relation: 'runs',
      kind: 'Pod',
      name: pod.name,
      namespace: 'kube-system',
    })
  })

  it('come with every kind, beside the same members as without them, and equal from the cache', async () => {
    for (const fixture of listedFixtures) {
      const path = apiNameOf(fixture)
      if (fixture.detail === undefined) continue
      const list = await call(
        target.api,
        'GET',
        `/api/${path}${fixture.namespaced ? '?namespace=kube-system' : ''}`,
      )
      const [first] = list.json[path] as { name: string }[]
      if (first === undefined) continue
      const place = fixture.namespaced ? `kube-system/${first.name}` : first.name
      const [plain, warm, live] = [
        await detail(path, place, ''),
        await detail(path, place, 'include=related'),
        await detail(path, place, 'include=related', { 'cache-control': 'no-cache' }),
      ]
      expect([plain.status, warm.status, live.status], place).to.deep.equal([200, 200, 200])
      const { related, relatedUnavailable: _, managedBy: __, ...rest } = warm.json
      expect(related, place).to.be.an('array')
      expect(plain.json, place).to.have.all.keys(Object.keys(rest))
      expect(live.json['related'], place).to.deep.equal(related)
    }
  })

  it('change with objects of other kinds, which responses from the cache depend on', async () => {
    if (target.demo === undefined) return
    const cached = async (what: string, isThere: boolean) =>
      until(what, async () => {
        const { headers, json } = await detail('deployments', 'shop/search', 'include=related')
        const names = (json as unknown as Related).related.map(({ name }) => name)
        return headers.get('x-cache') === 'hit' && names.includes('late') === isThere ? true : undefined
      })
    const { json } = await call(target.api, 'GET', '/api/services/search?namespace=shop')
    const late = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'late', namespace: 'shop' },
      spec: { selector: json['selector'], ports: [{ port: 80 }] },
    }
    await cached('related objects from the cache', false)
    const made = target.demo.apply(late)
    await cached('the new Service', true)
    target.demo.remove(made)
    await cached('the Service to be gone', false)
  })

  it('name the kinds that the service may not list', async () => {
    if (target.demo === undefined) return
    const rights: Right[] = [
      'get deployments.apps',
      'list replicasets.apps',
      'list pods',
      'list ingresses.networking.k8s.io',
    ]
    const service = await serveCluster(target.demo.url, grantRights(target.demo, 'reader', rights))
    const base = `http://127.0.0.1:${service.port}`
    const { status, json } = await detail('deployments', 'shop/cart', 'include=related', {}, base)
    const { related, relatedUnavailable = [] } = json as unknown as Related
    expect(status).to.equal(200)
    expect([...new Set(related.map(textOf))]).to.deep.equal([
      'uses Secret shop/cart-session',
      'owns ReplicaSet shop/cart-*',
      'owns Pod shop/cart-*',
    ])
    expect(relatedUnavailable.map(({ section }) => section)).to.deep.equal([
      'hpa',
      'networkpolicies',
      'poddisruptionbudgets',
      'services',
    ])
  })

  it('end with 400 if `include` has an unknown word, and name the known ones', async () => {
    for (const include of ['relatives', 'related,', '', 'related,owners']) {
      const { status, json } = await detail('deployments', 'kube-system/coredns', `include=${include}`)
      expect([status, json['error']], include).to.deep.equal([
        400,
        'include must be one of: related, diagnosis',
      ])
    }
  })
})
