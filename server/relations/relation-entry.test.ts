import { expect } from 'chai'
import { projectionOf } from '../cluster/read/memoized-view.ts'
import { kinds } from '../kinds/register.ts'
import { droppedReads, recordedReads } from '../testing/recorded-reads.ts'
import { variantsOf } from '../testing/variants.ts'
import { entryOf, relationView } from './relation-entry.ts'

const ALWAYS_SET = new Set(['metadata', 'metadata.name', 'metadata.uid', 'metadata.creationTimestamp'])
const details = kinds.filter(({ declaration }) => declaration.list !== false)

for (const kind of details) {
  const { samples, cache } = kind.declaration

  describe(`relations of kind ${kind.plural}`, () => {
    // The owners of ConfigMaps and Secrets are read from the API server only.
    const isCached = cache?.detailFrom !== 'api'
    it('read no field that its cache drops', () => {
      const reads = recordedReads({ project: (object: object) => entryOf(kind, object) }, samples)
      expect(droppedReads(reads, isCached ? (cache?.drop ?? []) : [])).to.deep.equal([])
    })

    it('survive fields that are missing or null', () => {
      for (const sample of samples)
        for (const { change, object } of variantsOf(sample, ALWAYS_SET))
          expect(() => projectionOf(relationView(kind))(object), change).to.not.throw()
    })
  })
}

describe('references of an object', () => {
  const metadata = { name: 'one', namespace: 'shop', uid: 'u', creationTimestamp: '2026-11-20T11:25:00Z' }
  const referencesOf = (path: string, object: object): string[] => {
    const kind = kinds.find((one) => one.path === path)
    if (kind === undefined) throw new Error(`no kind ${path}`)
    const { references } = entryOf(kind, { metadata, ...object })
    return references.map(
      ({ relation, kind: of, namespace = '', name }) => `${relation} ${of} ${namespace}/${name}`,
    )
  }
  const podSpec = {
    serviceAccountName: 'robot',
    imagePullSecrets: [{ name: 'registry' }],
    containers: [
      {
        name: 'main',
        env: [
          { name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'a' } } },
          { name: 'B', valueFrom: { secretKeyRef: { name: 'password', key: 'b' } } },
        ],
        envFrom: [{ configMapRef: { name: 'more' } }, { secretRef: { name: 'tokens' } }],
      },
    ],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
      { name: 'tls', secret: { secretName: 'tls' } },
      { name: 'scratch', ephemeral: {} },
    ],
  }
  const ofTemplate = [
    'uses ServiceAccount shop/robot',
    'uses ConfigMap shop/more',
    'uses ConfigMap shop/settings',
    'uses Secret shop/password',
    'uses Secret shop/registry',
    'uses Secret shop/tls',
    'uses Secret shop/tokens',
    'uses PersistentVolumeClaim shop/data',
  ]

  it('has the node, the claims of ephemeral volumes and everything else that a Pod names', () => {
    expect(referencesOf('pods', { spec: { ...podSpec, nodeName: 'worker' } })).to.deep.equal([
      'runsOn Node /worker',
      ...ofTemplate,
      'uses PersistentVolumeClaim shop/one-scratch',
    ])
  })

  it('has what the template of a workload names', () => {
    const template = { spec: podSpec }
    for (const path of ['deployments', 'replicasets', 'daemonsets', 'jobs'])
      expect(referencesOf(path, { spec: { template } }), path).to.deep.equal(ofTemplate)
    expect(referencesOf('cronjobs', { spec: { jobTemplate: { spec: { template } } } })).to.deep.equal(
      ofTemplate,
    )
    expect(referencesOf('statefulsets', { spec: { template, serviceName: 'db' } })).to.deep.equal([
      ...ofTemplate,
      'uses Service shop/db',
    ])
  })

  it('has the owners, the controller first, and no namespace for owners of kinds without', () => {
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'Node', name: 'worker', uid: 'n' },
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'r', controller: true },
    ]
    expect(referencesOf('pods', { metadata: { ...metadata, ownerReferences } })).to.deep.equal([
      'owner ReplicaSet shop/web',
      'owner Node /worker',
    ])
  })

  it('has volumes, claims and classes, the target of an autoscaler, and the Secrets of a ServiceAccount', () => {
    expect(referencesOf('pvcs', { spec: { volumeName: 'disk', storageClassName: 'fast' } })).to.deep.equal([
      'bound PersistentVolume /disk',
      'uses StorageClass /fast',
    ])
    const claimRef = { namespace: 'shop', name: 'data' }
    expect(referencesOf('pvs', { spec: { claimRef, storageClassName: 'fast' } })).to.deep.equal([
      'bound PersistentVolumeClaim shop/data',
      'uses StorageClass /fast',
    ])
    const scaleTargetRef = { kind: 'Deployment', name: 'web' }
    expect(referencesOf('hpa', { spec: { scaleTargetRef } })).to.deep.equal(['scales Deployment shop/web'])
    const account = { secrets: [{ name: 'token' }], imagePullSecrets: [{ name: 'registry' }] }
    expect(referencesOf('serviceaccounts', account)).to.deep.equal([
      'uses Secret shop/token',
      'uses Secret shop/registry',
    ])
  })

  it('has each Service that an Ingress leads to once, and its Secrets', () => {
    const backend = (name: string) => ({ backend: { service: { name } } })
    const spec = {
      defaultBackend: backend('web').backend,
      tls: [{ secretName: 'tls' }, {}],
      rules: [{ http: { paths: [backend('web'), backend('cart')] } }, { http: null }],
    }
    expect(referencesOf('ingress', { spec })).to.deep.equal([
      'routesTo Service shop/web',
      'routesTo Service shop/cart',
      'uses Secret shop/tls',
    ])
  })

  it('selects no Pods without a selector, but all with the empty one of a policy', () => {
    const selectorOf = (path: string, spec: object) => {
      const kind = kinds.find((one) => one.path === path)
      return kind && entryOf(kind, { metadata, spec }).selector
    }
    for (const spec of [{}, { selector: {} }, { selector: null }])
      expect(selectorOf('services', spec)).to.equal(undefined)
    expect(selectorOf('services', { selector: { app: 'web' } })).to.equal('app=web')
    expect(selectorOf('poddisruptionbudgets', { selector: null })).to.equal(undefined)
    expect(selectorOf('poddisruptionbudgets', { selector: {} })).to.equal('')
    expect(selectorOf('networkpolicies', { podSelector: {} })).to.equal('')
    expect(selectorOf('services', { selector: { 'a b': 'c' } }), 'malformed').to.equal(undefined)
  })

  it('rejects objects whose fields have other types', () => {
    const view = relationView(kinds[1])
    const hostile = [
      { metadata, spec: { volumes: {} } },
      { metadata: { ...metadata, labels: { a: 1 } } },
      { metadata: { ...metadata, namespace: 7 } },
    ]
    for (const object of hostile)
      expect(() => projectionOf(view)(object), JSON.stringify(object)).to.throw(/not a valid Pod/)
  })
})
