import { expect } from 'chai'
import type { Kind } from '../cluster/kind.ts'
import type { Cluster, Selection } from '../cluster/read/cluster.ts'
import { projectionOf, type View } from '../cluster/read/memoized-view.ts'
import type { OwnerReference } from '../cluster/objects.ts'
import { ForbiddenByClusterError } from '../core/errors.ts'
import { configMaps } from '../kinds/configmaps/kind.ts'
import { cronJobs } from '../kinds/cronjobs/kind.ts'
import { deployments } from '../kinds/deployments/kind.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { nodes } from '../kinds/nodes/kind.ts'
import { secrets } from '../kinds/secrets/kind.ts'
import { services } from '../kinds/services/kind.ts'
import { storageClasses } from '../kinds/storageclasses/kind.ts'
import { readRelated } from './read-related.ts'
import type { PathKind } from './relation-entry.ts'

type Objects = Readonly<Record<string, readonly KubernetesObject[] | 'denied'>>

const controller = (kind: string, uid: string): OwnerReference[] => [
  { apiVersion: 'v1', kind, name: uid, uid, controller: true },
]

function object(name: string, rest: object = {}, metadata: object = {}): KubernetesObject {
  const base = { name, namespace: 'shop', uid: name, creationTimestamp: '2026-11-20T11:25:00Z' }
  return { metadata: { ...base, ...metadata }, ...rest }
}

/** A cluster with these objects, by the plural of their kind; lists apply the controllers of a selection alone. */
function clusterOf(objects: Objects, selections: [string, Selection][] = []): Cluster {
  const list = async (kind: Kind<unknown>, selection: Selection, view: View<unknown, unknown>) => {
    selections.push([kind.plural, selection])
    const found = objects[kind.plural] ?? []
    if (found === 'denied') throw new ForbiddenByClusterError(`${kind.plural} is forbidden`, [], 'grant it')
    const { controlledBy } = selection
    return found
      .filter(({ metadata: { ownerReferences } }) =>
        controlledBy === undefined ? true : controlledBy.includes(ownerReferences?.[0]?.uid ?? ''),
      )
      .map((one) => projectionOf(view)(one))
  }
  return { context: 'test', list } as unknown as Cluster
}

async function related(objects: Objects, kind: PathKind, subject: KubernetesObject): Promise<string[]> {
  const found = await readRelated(clusterOf(objects), kind, subject)
  return found.related.map((one) => `${one.relation} ${one.kind} ${one.name}`)
}

describe('readRelated', () => {
  it('finds what an object controls through another one, the newest first', async () => {
    const objects = {
      jobs: [object('old', {}, { ownerReferences: controller('CronJob', 'nightly') })],
      pods: [
        object('first', {}, { ownerReferences: controller('Job', 'old') }),
        object(
          'second',
          {},
          {
            ownerReferences: controller('Job', 'old'),
            creationTimestamp: '2026-11-21T11:25:00Z',
          },
        ),
        object('other', {}, { ownerReferences: controller('Job', 'another') }),
      ],
    }
    expect(await related(objects, cronJobs, object('nightly'))).to.deep.equal([
      'owns Job old',
      'owns Pod second',
      'owns Pod first',
    ])
  })

  it('names the workload of Pods that use an object, once, and Pods without one', async () => {
    const spec = { volumes: [{ name: 'v', configMap: { name: 'settings' } }] }
    const objects = {
      deployments: [object('web')],
      replicasets: [object('web-1', {}, { ownerReferences: controller('Deployment', 'web') })],
      pods: [
        ...['a', 'b'].map((name) =>
          object(name, { spec }, { ownerReferences: controller('ReplicaSet', 'web-1') }),
        ),
        object('lone', { spec }),
        object('foreign', { spec }, { ownerReferences: controller('Rollout', 'unknown') }),
        object('unrelated'),
      ],
      cronjobs: [object('idle', { spec: { jobTemplate: { spec: { template: { spec } } } } })],
    }
    expect(await related(objects, configMaps, object('settings'))).to.deep.equal([
      'usedBy CronJob idle',
      'usedBy Deployment web',
      'usedBy Pod lone',
      'usedBy Pod foreign',
    ])
  })

  it('ends at owners that control each other', async () => {
    const spec = { volumes: [{ name: 'v', secret: { secretName: 'key' } }] }
    const objects = {
      pods: [
        object('a', { spec }, { ownerReferences: controller('Pod', 'b') }),
        object('b', {}, { ownerReferences: controller('Pod', 'a') }),
      ],
    }
    expect(await related(objects, secrets, object('key'))).to.have.length(1)
  })

  it('finds what selects, scales and leads to the Pods of a template', async () => {
    const backend = { service: { name: 'web' } }
    const objects = {
      services: [
        object('web', { spec: { selector: { app: 'web' } } }),
        object('other', { spec: { selector: { app: 'db' } } }),
        object('headless', { spec: {} }),
      ],
      ingresses: [
        object('edge', { spec: { defaultBackend: backend } }),
        object('inner', { spec: { defaultBackend: { service: { name: 'other' } } } }),
      ],
      networkpolicies: [object('all', { spec: { podSelector: {} } })],
      poddisruptionbudgets: [object('none', { spec: {} })],
      horizontalpodautoscalers: [
        object('auto', { spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } } }),
        object('set', { spec: { scaleTargetRef: { kind: 'StatefulSet', name: 'web' } } }),
      ],
    }
    const subject = object('web', { spec: { template: { metadata: { labels: { app: 'web' } } } } })
    expect(await related(objects, deployments, subject)).to.deep.equal([
      'selectedBy Service web',
      'selectedBy NetworkPolicy all',
      'routedBy Ingress edge',
      'scaledBy HorizontalPodAutoscaler auto',
    ])
  })

  it('finds the Ingresses and StatefulSets of a Service, and at most 50 Pods', async () => {
    const selections: [string, Selection][] = []
    const backend = { service: { name: 'web' } }
    const objects = {
      pods: Array.from({ length: 60 }, (_, at) => object(`web-${at}`)),
      ingresses: [object('edge', { spec: { rules: [{ http: { paths: [{ backend }] } }] } })],
      statefulsets: [object('db', { spec: { serviceName: 'web' } })],
    }
    const subject = object('web', { spec: { selector: { app: 'web' } } })
    const found = await readRelated(clusterOf(objects, selections), services, subject)
    const relations = found.related.map(({ relation }) => relation)
    expect(relations.filter((one) => one === 'selects')).to.have.length(50)
    expect(relations.slice(50)).to.deep.equal(['routedBy', 'usedBy'])
    expect(selections[0]).to.deep.equal(['pods', { namespace: 'shop', labelSelector: 'app=web' }])
  })

  it('finds the Pods on a Node by the index of the cache, and claims of a class in all namespaces', async () => {
    const selections: [string, Selection][] = []
    const cluster = clusterOf(
      {
        pods: [object('web')],
        persistentvolumeclaims: [object('data', { spec: { storageClassName: 'fast' } })],
      },
      selections,
    )
    const node = object('worker', {}, { namespace: undefined })
    expect((await readRelated(cluster, nodes, node)).related).to.deep.equal([
      { relation: 'runs', kind: 'Pod', name: 'web', namespace: 'shop' },
    ])
    const fast = object('fast', {}, { namespace: undefined })
    expect((await readRelated(cluster, storageClasses, fast)).related).to.deep.equal([
      { relation: 'usedBy', kind: 'PersistentVolumeClaim', name: 'data', namespace: 'shop' },
    ])
    expect(selections).to.deep.equal([
      ['pods', { fieldSelector: 'spec.nodeName=worker' }],
      ['persistentvolumeclaims', {}],
      ['persistentvolumes', {}],
    ])
  })

  it('names the kinds that may not be listed, and finds the others', async () => {
    const subject = object('web', { spec: { template: { metadata: { labels: { app: 'web' } } } } })
    const objects = {
      services: 'denied',
      networkpolicies: [object('all', { spec: { podSelector: {} } })],
    } as const
    const found = await readRelated(clusterOf(objects), deployments, subject)
    expect(found).to.deep.equal({
      related: [{ relation: 'selectedBy', kind: 'NetworkPolicy', name: 'all', namespace: 'shop' }],
      relatedUnavailable: [{ section: 'services', code: 'FORBIDDEN', error: 'services is forbidden' }],
    })
  })

  it('has the tool that manages the object', async () => {
    const subject = object('web', {}, { labels: { 'argocd.argoproj.io/instance': 'shop' } })
    const { managedBy } = await readRelated(clusterOf({}), configMaps, subject)
    expect(managedBy).to.deep.equal({ tool: 'argocd', name: 'shop' })
  })
})
