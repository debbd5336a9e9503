import { expect } from 'chai'
import { closeAfterwards } from '../testing/fixtures.ts'
import { type DemoCluster, type DemoOptions, startDemoCluster } from './cluster.ts'
import type { KubeObject } from './object.ts'
import type { Deployment, Node, Pod } from './types.ts'

interface List<Item> {
  items: Item[]
}

interface EndpointSlice extends KubeObject {
  endpoints: { targetRef: { name: string }; conditions: { ready: boolean } }[] | null
}

const inertPod = (index: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `pod-${index}`, namespace: 'default' },
  spec: { containers: [{ name: 'main', image: 'demo/web:1' }] },
})

describe('demo cluster', () => {
  async function start(options: DemoOptions = {}): Promise<DemoCluster> {
    const cluster = await startDemoCluster({ pace: 'fast', ...options })
    closeAfterwards('a demo cluster', () => cluster.close())
    return cluster
  }

  async function get<Answer>(cluster: DemoCluster, path: string, token = cluster.token): Promise<Answer> {
    const response = await fetch(cluster.url + path, { headers: { authorization: `Bearer ${token}` } })
    return (await response.json()) as Answer
  }

  async function eventually<Found>(ask: () => Promise<Found | undefined>): Promise<Found> {
    const deadline = Date.now() + 5000
    for (;;) {
      const found = await ask()
      if (found !== undefined) return found
      if (Date.now() > deadline) throw new Error('not in time')
    }
  }

  it('has a small company with some trouble', async () => {
    const cluster = await start()
    const { items: deployments } = await get<List<Deployment>>(cluster, '/apis/apps/v1/deployments')
    const by = (name: string): Deployment | undefined =>
      deployments.find(({ metadata }) => metadata.name === name)
    expect(deployments).to.have.length(9)
    expect(by('recommendations')?.spec.replicas).to.equal(0)
    expect(by('ledger')?.spec.paused).to.equal(true)
    expect(by('cart')?.spec.template.spec.containers).to.have.length(2)
    expect(by('storefront')?.spec.template.spec.initContainers).to.have.length(1)
    const { items: nodes } = await get<List<Node>>(cluster, '/api/v1/nodes')
    const ready = nodes.map(({ status }) => status?.conditions?.find(({ type }) => type === 'Ready')?.status)
    expect(ready).to.have.members(['False', 'True', 'True'])
    const { items: pods } = await get<List<Pod>>(cluster, '/api/v1/pods')
    const waiting = pods
      .flatMap(({ status }) => status.containerStatuses ?? [])
      .map(({ state }) => state.waiting?.reason)
    expect(waiting).to.include('CrashLoopBackOff')
    // The kubelet retries the image pull from time to time (ErrImagePull) and backs off in between
    // (ImagePullBackOff).
    expect(waiting.some((reason) => reason === 'ImagePullBackOff' || reason === 'ErrImagePull')).to.equal(
      true,
    )
    expect(pods.map(({ status }) => status.phase)).to.include.members(['Running', 'Pending', 'Succeeded'])
    for (const { metadata } of pods) expect(metadata, metadata.name).to.include.keys('uid', 'managedFields')
  })

  it('stays as it is when nothing is done to it', async () => {
    const cluster = await start()
    const sizes = async (): Promise<string[]> => {
      const lists = ['replicasets', 'statefulsets', 'daemonsets'].map(
        (resource) => `/apis/apps/v1/${resource}`,
      )
      const all = await Promise.all(
        [...lists, '/api/v1/pods'].map((path) => get<List<KubeObject>>(cluster, path)),
      )
      return all.flatMap(({ items }) =>
        items.map(({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.generation}`),
      )
    }
    const before = await sizes()
    expect(before.filter((text) => /^(orders-db-\d|node-exporter-)/.test(text))).to.have.length(5)
    // Waits until the controllers have created the new namespace's ConfigMap: by then, a restart caused by
    // their first sync would have happened.
    cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'marker' } })
    await eventually(async () => {
      const { items } = await get<List<KubeObject>>(cluster, '/api/v1/namespaces/marker/configmaps')
      return items[0]
    })
    expect(await sizes()).to.deep.equal(before)
  })

  it('lets a crashing container crash again, with a longer log of restarts', async () => {
    const cluster = await start()
    const restarts = async (): Promise<number> => {
      const { items } = await get<List<Pod>>(cluster, '/api/v1/namespaces/payments/pods')
      const pod = items.find(({ metadata }) => metadata.name.startsWith('payments-'))
      return pod?.status.containerStatuses?.[0]?.restartCount ?? 0
    }
    const before = await restarts()
    expect(await eventually(async () => ((await restarts()) > before ? true : undefined))).to.equal(true)
  })

  it('has only the objects of every cluster with seed none', async () => {
    const cluster = await start({ seed: 'none' })
    const names = async (path: string): Promise<string[]> =>
      (await get<List<KubeObject>>(cluster, path)).items.map(({ metadata }) => metadata.name)
    expect(await names('/api/v1/namespaces')).to.deep.equal([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ])
    expect(await names('/api/v1/pods')).to.deep.equal([])
    expect(await names('/apis/rbac.authorization.k8s.io/v1/clusterroles')).to.include('cluster-admin')
  })

  it('knows users by their tokens, and tells who asked for what, as it was asked', async () => {
    const cluster = await start()
    const seen: string[] = []
    const stop = cluster.onRequest(({ method, url }) => seen.push(`${method} ${url}`))
    const web = cluster.addToken({ username: 'ann', groups: ['web-team'] })
    expect(await get(cluster, '/api/v1/namespaces/shop/pods', web)).to.include({ kind: 'PodList' })
    expect(await get(cluster, '/api/v1/namespaces/payments/pods', web)).to.include({ code: 403 })
    cluster.revokeToken(web)
    expect(await get(cluster, '/api/v1/namespaces/shop/pods?x=%2e', web)).to.include({ code: 401 })
    stop()
    await get(cluster, '/api/v1/nodes')
    expect(seen).to.deep.equal([
      'GET /api/v1/namespaces/shop/pods',
      'GET /api/v1/namespaces/payments/pods',
      'GET /api/v1/namespaces/shop/pods?x=%2e',
    ])
  })

  it('applies and removes objects without asking', async () => {
    const cluster = await start({ seed: 'none' })
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'x:1' }] },
    }
    const applied = cluster.apply(pod)
    expect(applied.metadata).to.include({ namespace: 'default', generation: 1 })
    expect(cluster.apply({ ...pod, metadata: { name: 'p', labels: { a: 'b' } } }).metadata.uid).to.equal(
      applied.metadata.uid,
    )
    cluster.remove(applied)
    expect(await get(cluster, '/api/v1/namespaces/default/pods/p')).to.include({ code: 404 })
  })

  it('leaves objects alone that come with a status, and objects without a spec', async () => {
    const cluster = await start()
    const containers = [{ name: 'c', image: 'x:1' }]
    const status = {
      phase: 'Running',
      containerStatuses: [{ name: 'c', ready: false, state: { waiting: { reason: 'Odd' } } }],
    }
    const odd = cluster.apply({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'odd' },
      spec: { containers },
      status,
    })
    cluster.apply({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'hollow' } })
    cluster.apply({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'hollow' } })
    cluster.apply({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'plain' }, spec: { containers } })
    await eventually(async () => {
      const { status: now } = await get<Pod>(cluster, '/api/v1/namespaces/default/pods/plain')
      return now.phase === 'Running' ? now : undefined
    })
    const { metadata } = await get<Pod>(cluster, '/api/v1/namespaces/default/pods/odd')
    expect(metadata.resourceVersion).to.equal(odd.metadata.resourceVersion)
  })

  it('changes nothing by itself without controllers', async () => {
    const still = await start({ seed: 'none', controllers: false })
    const alive = await start({ seed: 'none' })
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'x:1' }] } }
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
      status: { replicas: 7 },
    }
    for (const cluster of [still, alive]) cluster.apply(deployment)
    const path = '/apis/apps/v1/namespaces/default/deployments/d'
    await eventually(async () => {
      const { status } = await get<Deployment>(alive, path)
      return status.replicas === 1 ? status : undefined
    })
    expect((await get<Deployment>(still, path)).status).to.deep.equal({ replicas: 7 })
  })

  it('keeps the endpoints of a Service as its Pods come and go', async () => {
    const cluster = await start()
    const path = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
    const addresses = async (): Promise<string[]> => {
      const { items } = await get<List<EndpointSlice>>(cluster, path)
      return items.flatMap(({ endpoints }) =>
        (endpoints ?? []).map(({ targetRef, conditions }) => `${targetRef.name} ${conditions.ready}`),
      )
    }
    const becomes = (...wanted: string[]) =>
      eventually(async () => ((await addresses()).join() === wanted.join() ? true : undefined))
    const service = cluster.apply({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    })
    const pod = (name: string, app: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', labels: { app } },
      spec: { containers: [{ name: 'c', image: 'x:1' }] },
    })
    cluster.apply(pod('one', 'web'))
    cluster.apply(pod('stranger', 'other'))
    await becomes('one true')
    cluster.apply(pod('two', 'web'))
    await becomes('one true', 'two true')
    cluster.remove(pod('one', 'web'))
    await becomes('two true')
    cluster.remove(service)
    await eventually(async () =>
      (await get<List<EndpointSlice>>(cluster, path)).items[0] ? undefined : true,
    )
  })

  it('keeps a deleted namespace until the finalizers in it are gone', async () => {
    const cluster = await start()
    const archive = '/api/v1/namespaces/old-shop/configmaps/orders-archive'
    // The controllers have seen every namespace once they have furnished a new one.
    cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'marker' } })
    await eventually(async () => {
      const { items } = await get<List<KubeObject>>(cluster, '/api/v1/namespaces/marker/configmaps')
      return items[0]
    })
    expect(await get(cluster, archive)).to.include({ kind: 'ConfigMap' })
    expect(await get(cluster, '/api/v1/namespaces/old-shop')).to.deep.nested.include({
      'status.phase': 'Terminating',
    })
    await fetch(cluster.url + archive, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${cluster.token}`,
        'content-type': 'application/merge-patch+json',
      },
      body: JSON.stringify({ metadata: { finalizers: null } }),
    })
    await eventually(async () => {
      const { code } = await get<{ code?: number }>(cluster, '/api/v1/namespaces/old-shop')
      return code === 404 ? true : undefined
    })
  })

  it('compresses long answers for those who take them', async () => {
    const cluster = await start({
      seed: 'none',
      objects: () => Array.from({ length: 100 }, (_, index) => inertPod(index)),
    })
    const headers = { authorization: `Bearer ${cluster.token}`, 'accept-encoding': 'gzip' }
    const response = await fetch(`${cluster.url}/api/v1/pods`, { headers })
    expect(response.headers.get('content-encoding')).to.equal('gzip')
    expect(((await response.json()) as List<Pod>).items).to.have.length(100)
  })
})
