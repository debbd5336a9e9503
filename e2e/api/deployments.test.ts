import { expect } from 'chai'
import { openEvents } from '../support/events.ts'
import { deploymentOf, openFixture, podsOf, rolledOut, type Fixture } from '../support/fixture.ts'
import { call } from '../support/http.ts'
import { showing, type KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

interface Item {
  name: string
  namespace: string
  replicas: Record<string, number>
  status: string
  containers: { name: string; state: Record<string, unknown> }[]
}

describe('Deployments', () => {
  let target: Target
  let fixture: Fixture
  const get = (path: string, headers?: Record<string, string>) =>
    call(target.api, 'GET', path, undefined, headers)
  const ns = () => `namespace=${fixture.namespace}`
  const raw = (name: string) =>
    target.kube.get<
      KubeObject & { spec: { template: { metadata: { annotations?: Record<string, string> } } } }
    >(`/apis/apps/v1/namespaces/${fixture.namespace}/deployments/${name}`)

  before(async function () {
    this.timeout(180_000)
    target = await openTarget()
    fixture = await openFixture(target)
  })

  it('lists exactly the fields that the API promises', async () => {
    const { status, json } = await get(`/api/deployments?${ns()}`)
    expect(status).to.equal(200)
    expect(Object.keys(json)).to.deep.equal(['deployments'])
    const [item, ...others] = json['deployments'] as Record<string, unknown>[]
    expect(others).to.have.length(0)
    const { age, createdAt, ...rest } = item ?? {}
    expect(rest).to.deep.equal({
      name: 'web',
      namespace: fixture.namespace,
      replicas: { desired: 2, ready: 2, available: 2, unavailable: 0 },
      status: 'Available',
      images: [target.image],
      labels: fixture.labels,
    })
    expect(age).to.match(/^\d+[smhdy]$/)
    expect(createdAt).to.equal((await raw('web')).metadata['creationTimestamp'])
  })

  it('wants a namespace on every GET, with BAD_REQUEST', async () => {
    for (const path of ['', '/web', '/web/pods', '/web/events']) {
      const { status, json } = await get(`/api/deployments${path}`)
      expect(status, path).to.equal(400)
      expect(json).to.deep.equal({
        error: 'namespace is required',
        code: 'BAD_REQUEST',
        issues: [{ in: 'query', name: 'namespace', message: 'is required' }],
      })
    }
  })

  it('shows one in detail', async () => {
    const { status, json } = await get(`/api/deployments/web?${ns()}`)
    expect(status).to.equal(200)
    const object = await raw('web')
    expect(json['uid']).to.equal(object.metadata.uid)
    expect(json['replicas']).to.deep.equal({ desired: 2, ready: 2, available: 2, unavailable: 0, updated: 2 })
    expect(json['strategy']).to.deep.equal({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
    })
    expect(json['selector']).to.deep.equal({ matchLabels: fixture.labels })
    expect(json['template']).to.deep.equal({
      metadata: { labels: fixture.labels },
      spec: {
        containers: [
          {
            name: 'web',
            image: target.image,
            ports: [{ containerPort: 8080, protocol: 'TCP' }],
            resources: { requests: { cpu: '5m', memory: '16Mi' }, limits: { cpu: '500m', memory: '128Mi' } },
          },
        ],
      },
    })
    expect(json['annotations']).to.include({ owner: 'team-api' })
    expect((json['conditions'] as { type: string }[]).map((one) => one.type)).to.have.members([
      'Available',
      'Progressing',
    ])
  })

  it('names the Deployment that does not exist, on each of its routes', async () => {
    const want = { code: 'NOT_FOUND', deployment: 'gone', namespace: fixture.namespace }
    for (const path of ['gone', 'gone/pods', 'gone/events']) {
      const { status, json } = await get(`/api/deployments/${path}?${ns()}`)
      expect(status, path).to.equal(404)
      expect(json).to.deep.include(want)
    }
    const restart = await call(target.api, 'POST', '/api/deployments/gone/restart', {
      namespace: fixture.namespace,
    })
    expect(restart.status).to.equal(404)
    expect(restart.json).to.deep.include(want)
  })

  it('shows its Pods by ownership, not by label', async function () {
    this.timeout(120_000)
    const lookalike = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'web-lookalike',
        namespace: fixture.namespace,
        labels: { ...fixture.labels, other: 'yes' },
      },
      spec: {
        containers: [{ name: 'web', image: target.image, command: ['sh', '-c', 'sleep 900'] }],
      },
    }
    // A Pod of another controller that the selector matches: its owner is not a ReplicaSet of the Deployment.
    const owner = await target.kube.get(`/api/v1/namespaces/${fixture.namespace}`)
    const ownerReferences = [
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        name: owner.metadata.name,
        uid: owner.metadata.uid,
        controller: true,
      },
    ]
    const made = await target.kube.create({
      ...lookalike,
      metadata: { ...lookalike.metadata, ownerReferences },
    })
    const { json } = await get(`/api/deployments/web/pods?${ns()}`, showing(made))
    const items = json['pods'] as Item[]
    const owned = (await podsOf(target, fixture.namespace, fixture.labels)).filter((pod) =>
      (pod.metadata['ownerReferences'] as { kind: string }[]).some((one) => one.kind === 'ReplicaSet'),
    )
    expect(items.map((item) => item.name)).to.deep.equal(owned.map((pod) => pod.metadata.name).sort())
    for (const item of items)
      expect(Object.keys(item)).to.have.members([
        'name',
        'namespace',
        'status',
        'phase',
        'nodeName',
        'podIP',
        'containers',
        'createdAt',
      ])
    expect(items[0]?.containers[0]?.state)
      .to.have.nested.property('running.startedAt')
      .that.matches(/^\d{4}-.*Z$/)
    await target.kube.remove(`/api/v1/namespaces/${fixture.namespace}/pods/web-lookalike`)
  })

  it('shows its own events, newest first', async () => {
    const { status, json } = await get(`/api/deployments/web/events?${ns()}`)
    expect(status).to.equal(200)
    const events = json['events'] as {
      reason: string
      lastTimestamp: string
      involvedObject: unknown
      count: number
    }[]
    expect(events.map((event) => event.reason)).to.include('ScalingReplicaSet')
    for (const event of events)
      expect(event.involvedObject).to.deep.equal({
        kind: 'Deployment',
        name: 'web',
        namespace: fixture.namespace,
      })
    const times = events.map((event) => event.lastTimestamp)
    expect(times).to.deep.equal([...times].sort().reverse())
  })

  it('restarts by a rolling update that really replaces the Pods', async function () {
    this.timeout(180_000)
    const before = new Set(
      (await podsOf(target, fixture.namespace, fixture.labels)).map((pod) => pod.metadata.uid),
    )
    const { status, json } = await call(target.api, 'POST', '/api/deployments/web/restart', {
      namespace: fixture.namespace,
    })
    expect(status).to.equal(200)
    expect(Object.keys(json)).to.have.members(['success', 'message', 'deployment', 'namespace', 'timestamp'])
    expect(json).to.deep.include({ success: true, deployment: 'web', namespace: fixture.namespace })
    const { annotations } = (await raw('web')).spec.template.metadata
    expect(annotations?.['kubectl.kubernetes.io/restartedAt']).to.equal(json['timestamp'])
    await rolledOut(target, fixture.namespace, 'web')
    await until(
      'the old Pods to be gone',
      async () => {
        const now = (await podsOf(target, fixture.namespace, fixture.labels)).map((pod) => pod.metadata.uid)
        return now.some((uid) => before.has(uid)) ? undefined : true
      },
      target.patienceMs,
    )
  })

  it('refuses to restart a paused one, as kubectl does', async () => {
    await target.kube.create(deploymentOf(target, fixture.namespace, 'halted', { paused: true, replicas: 0 }))
    const { status, json } = await call(target.api, 'POST', '/api/deployments/halted/restart', {
      namespace: fixture.namespace,
    })
    expect(status).to.equal(409)
    expect(json['code']).to.equal('CONFLICT')
    expect(json['error']).to.match(/"halted".*is paused/)
    expect((await raw('halted')).spec.template.metadata.annotations ?? {}).to.not.have.property(
      'kubectl.kubernetes.io/restartedAt',
    )
  })

  it('takes label selectors, and pages that make the whole', async () => {
    const make = (name: string) =>
      target.kube.create(deploymentOf(target, fixture.namespace, name, { replicas: 0 }))
    await make('paged-a')
    await make('paged-b')
    const all = showing(await make('paged-c'))
    const names = async (query: string) => {
      const { json } = await get(`/api/deployments?${ns()}&${query}`, all)
      return (json['deployments'] as Item[]).map((item) => item.name)
    }
    expect(await names('labelSelector=app%20in%20(paged-a,paged-b)')).to.deep.equal(['paged-a', 'paged-b'])
    expect(await names('labelSelector=app!%3Dweb,app!%3Dhalted')).to.deep.equal([
      'paged-a',
      'paged-b',
      'paged-c',
    ])
    const seen: string[] = []
    let next = ''
    do {
      const { status, json } = await get(`/api/deployments?${ns()}&limit=2${next && `&continue=${next}`}`)
      expect(status).to.equal(200)
      seen.push(...(json['deployments'] as Item[]).map((item) => item.name))
      next = typeof json['continue'] === 'string' ? json['continue'] : ''
      if (next !== '') expect(json['remaining']).to.equal(5 - seen.length)
    } while (next !== '')
    expect(seen).to.deep.equal(['halted', 'paged-a', 'paged-b', 'paged-c', 'web'])
  })

  it('masks environment values in what kubectl apply left in an annotation, and never streams them [A2]', async function () {
    this.timeout(120_000)
    const { namespace } = fixture
    const stream = await openEvents(
      `${target.api}/api/stream?namespace=${namespace}&kinds=deployments,replicasets,pods,events`,
    )
    await stream.seen('synced', ({ event }) => event === 'synced')
    const manifest = deploymentOf(target, namespace, 'applied')
    const applied = 'kubectl.kubernetes.io/last-applied-configuration'
    const annotations = { [applied]: JSON.stringify(manifest) }
    await target.kube.create({ ...manifest, metadata: { ...manifest.metadata, annotations } })
    await rolledOut(target, namespace, 'applied')
    await stream.seen('the Deployment available', ({ event, data }) => {
      const { name, status } = (data['object'] ?? {}) as { name?: string; status?: string }
      return event === 'deployment' && name === 'applied' && status === 'Available'
    })
    const { text, json } = await call(target.api, 'GET', `/api/deployments/applied?${ns()}`)
    const copy = JSON.parse((json['annotations'] as Record<string, string>)[applied] ?? '') as typeof manifest
    expect(copy).to.deep.include({ kind: 'Deployment' })
    expect(JSON.stringify(copy)).to.include('{"name":"GREETING","value":"(masked)"}')
    for (const response of [text, JSON.stringify(stream.events)])
      expect(response).to.not.include('a-literal-nobody-may-see').and.not.include('while true')
    stream.close()
  })
})
