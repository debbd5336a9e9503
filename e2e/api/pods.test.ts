import { expect } from 'chai'
import { container, openFixture, podOf, podsOf, type Fixture } from '../support/fixture.ts'
import { call } from '../support/http.ts'
import { showing, type KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

interface Item {
  name: string
  namespace: string
  status: string
  phase: string
  containers: Record<string, unknown>[]
}

describe('Pods', () => {
  let target: Target
  let fixture: Fixture
  const get = (path: string, headers?: Record<string, string>) =>
    call(target.api, 'GET', path, undefined, headers)
  const ns = () => `namespace=${fixture.namespace}`
  const list = async (query: string) => (await get(`/api/pods?${query}`)).json['pods'] as Item[]
  const first = async () => {
    const [pod] = await podsOf(target, fixture.namespace, fixture.labels)
    if (pod === undefined) throw new Error('the fixture has no Pod')
    return pod
  }

  before(async function () {
    this.timeout(180_000)
    target = await openTarget()
    fixture = await openFixture(target)
  })

  it('lists exactly the summary fields that the API promises', async () => {
    const items = await list(ns())
    expect(items).to.have.length(2)
    for (const item of items) {
      expect(Object.keys(item)).to.have.members([
        'name',
        'namespace',
        'status',
        'phase',
        'nodeName',
        'podIP',
        'containers',
      ])
      expect(item).to.deep.include({ namespace: fixture.namespace, status: 'Running', phase: 'Running' })
      expect(item.containers).to.deep.equal([
        { name: 'web', image: target.image, ready: true, restartCount: 0 },
      ])
    }
  })

  it('lists every namespace without one, in the order of the API server', async () => {
    const keys = (await list('')).map((item) => `${item.namespace}/${item.name}`)
    expect(keys).to.deep.equal([...keys].sort((a, b) => (a < b ? -1 : 1)))
    expect(new Set((await list('')).map((item) => item.namespace)).size).to.be.greaterThan(1)
  })

  it('pages over all namespaces without loss or doubles', async () => {
    const seen: string[] = []
    let next = ''
    do {
      const { json } = await get(`/api/pods?limit=3${next && `&continue=${next}`}`)
      const items = json['pods'] as Item[]
      expect(items.length).to.be.at.most(3)
      seen.push(...items.map((item) => `${item.namespace}/${item.name}`))
      next = typeof json['continue'] === 'string' ? json['continue'] : ''
    } while (next !== '')
    expect(new Set(seen).size).to.equal(seen.length)
    expect(seen.filter((key) => key.startsWith(fixture.namespace))).to.have.length(2)
  })

  it('filters by phase, status and node', async () => {
    const pod = await first()
    const node = (pod['spec'] as { nodeName: string }).nodeName
    expect(await list(`${ns()}&phase=Running&status=Running&node=${node}`)).to.not.have.length(0)
    expect(await list(`${ns()}&phase=Failed`)).to.have.length(0)
    expect(await list(`${ns()}&status=CrashLoopBackOff`)).to.have.length(0)
    expect(await list(`${ns()}&node=no-such-node`)).to.have.length(0)
    expect((await get(`/api/pods?${ns()}&phase=running`)).status).to.equal(400)
  })

  it('shows one in detail, and never a value of its environment', async () => {
    const { metadata } = await first()
    const { status, json, text } = await get(`/api/pods/${metadata.name}?${ns()}`)
    expect(status).to.equal(200)
    expect(json).to.deep.include({
      name: metadata.name,
      uid: metadata.uid,
      restartPolicy: 'Always',
      qosClass: 'Burstable',
    })
    const [main] = json['containers'] as Record<string, unknown>[]
    expect(main?.['env']).to.deep.equal([{ name: 'GREETING', from: { kind: 'literal' } }])
    expect(main?.['state']).to.have.nested.property('running.startedAt')
    expect(json['ownerReferences']).to.have.length(1)
    expect(text).to.not.include('a-literal-nobody-may-see')
  })

  it('names the Pod that does not exist', async () => {
    for (const path of ['gone', 'gone/logs', 'gone/events']) {
      const { status, json } = await get(`/api/pods/${path}?${ns()}`)
      expect(status, path).to.equal(404)
      expect(json).to.deep.include({ code: 'NOT_FOUND', pod: 'gone', namespace: fixture.namespace })
    }
    const restart = await call(target.api, 'POST', '/api/pods/gone/restart', { namespace: fixture.namespace })
    expect(restart.status).to.equal(404)
  })

  it('shows its own events, newest first, and pages of them', async () => {
    const { metadata } = await first()
    const path = `/api/pods/${metadata.name}/events?${ns()}`
    const all = (await get(path)).json['events'] as { reason: string; involvedObject: unknown }[]
    expect(all.map((event) => event.reason)).to.include.members(['Scheduled', 'Created', 'Started'])
    for (const event of all)
      expect(event.involvedObject).to.deep.equal({
        kind: 'Pod',
        name: metadata.name,
        namespace: fixture.namespace,
      })
    const one = (await get(`${path}&limit=1`)).json
    expect(one['remaining']).to.equal(all.length - 1)
    const rest = (await get(`${path}&limit=50&continue=${String(one['continue'])}`)).json
    expect([...(one['events'] as unknown[]), ...(rest['events'] as unknown[])]).to.deep.equal(all)
  })

  it('restarts one: its controller makes another with a new uid', async function () {
    this.timeout(180_000)
    const { metadata } = await first()
    const before = new Set(
      (await podsOf(target, fixture.namespace, fixture.labels)).map((pod) => pod.metadata.uid),
    )
    const { status, json } = await call(target.api, 'POST', `/api/pods/${metadata.name}/restart`, {
      namespace: fixture.namespace,
      gracePeriodSeconds: 1,
    })
    expect(status).to.equal(200)
    const { message, timestamp, recreatedBy, ...rest } = json
    expect(rest).to.deep.equal({ success: true, pod: metadata.name, namespace: fixture.namespace })
    expect(message).to.include(metadata.name)
    expect(timestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(recreatedBy).to.have.property('kind', 'ReplicaSet')
    await until(
      'another Pod in its place',
      async () => {
        const now = (await podsOf(target, fixture.namespace, fixture.labels)).map((pod) => pod.metadata.uid)
        return now.length === 2 && !now.includes(metadata.uid) && now.some((uid) => !before.has(uid))
          ? true
          : undefined
      },
      target.patienceMs,
    )
  })

  it('says of a Pod without controller that nothing makes it anew', async function () {
    this.timeout(120_000)
    await target.kube.create(podOf(target, fixture.namespace, 'lone'))
    const { json } = await call(target.api, 'POST', '/api/pods/lone/restart', {
      namespace: fixture.namespace,
    })
    expect(json).to.deep.include({ success: true, recreatedBy: null })
  })

  it('reports Pods in trouble as kubectl does', async function () {
    this.timeout(180_000)
    const broken = {
      containers: [
        { ...container(target, 'main'), image: 'registry.invalid/none:1', imagePullPolicy: 'Always' },
      ],
    }
    await target.kube.create(podOf(target, fixture.namespace, 'no-image', broken))
    const nowhere = await target.kube.create(
      podOf(target, fixture.namespace, 'nowhere', { nodeSelector: { no: 'such-node' } }),
    )
    const status = async (name: string) => (await get(`/api/pods/${name}?${ns()}`)).json['status']
    await until(
      'the image to fail',
      async () =>
        /^(ErrImagePull|ImagePullBackOff)$/.test(String(await status('no-image'))) ? true : undefined,
      target.patienceMs,
    )
    const { json } = await get(`/api/pods/nowhere?${ns()}`, showing(nowhere))
    expect(json).to.deep.include({ status: 'Pending', phase: 'Pending' })
    expect(json).to.not.have.any.keys('nodeName', 'podIP', 'hostIP')
    expect((json['containers'] as Record<string, unknown>[])[0]).to.deep.include({
      ready: false,
      restartCount: 0,
      state: { waiting: {} },
    })
  })

  it('never deletes a Pod that took the name meanwhile', async function () {
    if (target.demo === undefined) this.skip()
    const pod: KubeObject = await first()
    const { name } = pod.metadata
    // Another Pod takes the name between the read and the delete.
    target.demo.faults.inject({
      when: ({ method, url }) => method === 'DELETE' && url.includes(name),
      times: 1,
      action: (_request, _response, proceed) => {
        target.demo?.remove({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name, namespace: fixture.namespace },
        })
        target.demo?.apply({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name, namespace: fixture.namespace },
          spec: pod['spec'],
        })
        proceed()
      },
    })
    const { status, json } = await call(target.api, 'POST', `/api/pods/${name}/restart`, {
      namespace: fixture.namespace,
    })
    expect(status).to.equal(409)
    expect(json['code']).to.equal('CONFLICT')
    expect((await get(`/api/pods/${name}?${ns()}`)).status).to.equal(200)
  })
})
