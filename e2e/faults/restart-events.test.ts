import { expect } from 'chai'
import { hang } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { Log } from '../../server/telemetry/log.ts'
import { rbacGroups, rightParts } from '../../server/kinds/rbac-table.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { Kube } from '../support/kube.ts'
import { secondsApart } from '../support/seconds-apart.ts'
import { serveWarm, type ServeOptions } from '../support/serve.ts'
import { until } from '../support/until.ts'

const clock = secondsApart()

interface Event {
  metadata: { name: string; namespace: string }
  involvedObject: Record<string, string>
  reason: string
  message: string
  type: string
  source: { component: string }
}

const DEPLOYMENT = '/apis/apps/v1/namespaces/shop/deployments/storefront'

describe('events of what was restarted', () => {
  let demo: DemoCluster
  let kube: Kube
  let service: RunningServer
  let asked: number

  const base = () => `http://127.0.0.1:${service.port}`
  async function start(token: string, options: ServeOptions = {}): Promise<void> {
    const settings = { tokenAudiences: ['a'] }
    service = await serveWarm(demo.url, token, { clock, ...options, settings })
  }
  const bearer = (username: string, requestId: string) => ({
    authorization: `Bearer ${demo.addToken({ username }, ['a'])}`,
    'x-request-id': requestId,
  })
  const restart = (object: string, headers: Record<string, string> = {}) =>
    call(base(), 'POST', `/api/${object}/restart`, { namespace: 'shop' }, headers)
  const restarted = async () =>
    (await kube.get<{ items: Event[] }>('/api/v1/namespaces/shop/events')).items.filter(
      ({ reason }) => reason === 'Restarted',
    )
  const found = async (count: number) =>
    until('the events', async () => {
      const all = await restarted()
      return all.length === count ? all : undefined
    })

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false })
    kube = new Kube({ url: demo.url, token: demo.token })
    asked = 0
    demo.onRequest(({ method, url }) => {
      if (method === 'POST' && url.includes('/events')) asked++
    })
  })

  it('say who restarted a Deployment, and how that is known', async () => {
    await start(demo.token)
    expect((await restart('deployments/storefront', bearer('ada', 'r-1'))).status).to.equal(200)
    const [event] = await found(1)
    const { metadata } = await kube.get<{ metadata: { uid: string; resourceVersion: string } }>(DEPLOYMENT)
    expect(event?.metadata.name).to.match(/^storefront\.[0-9a-f]{16}$/)
    expect(event).to.deep.include({
      involvedObject: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        namespace: 'shop',
        name: 'storefront',
        uid: metadata.uid,
        resourceVersion: metadata.resourceVersion,
      },
      message: 'Restarted by "ada" via token through Cluster Inspector (request r-1)',
      type: 'Normal',
    })
    expect(event?.source.component).to.equal('cluster-inspector')
    const shown = await until('the API to show it', async () => {
      const { json } = await call(base(), 'GET', '/api/deployments/storefront/events?namespace=shop')
      return (json['events'] as { reason: string }[]).find(({ reason }) => reason === 'Restarted')
    })
    expect(shown).to.deep.include({ type: 'Normal', message: event?.message })
  })

  it('say it of a Pod too, which is gone by then', async () => {
    await start(demo.token)
    const { json } = await call(base(), 'GET', '/api/pods?namespace=shop')
    const [pod] = json['pods'] as { name: string; uid?: string }[]
    const { metadata } = await kube.get<{ metadata: { uid: string } }>(
      `/api/v1/namespaces/shop/pods/${pod?.name}`,
    )
    expect((await restart(`pods/${pod?.name}`)).status).to.equal(200)
    const [event] = await found(1)
    expect(event?.involvedObject).to.include({ kind: 'Pod', apiVersion: 'v1', uid: metadata.uid })
    expect(event?.message).to.match(
      /^Restarted by "cluster-inspector:local" via local through Cluster Inspector \(request .+\)$/,
    )
  })

  it('writes one line of limited length for a long name, and restarts nothing for a name with control characters', async () => {
    await start(demo.token)
    const obeyed = bearer('ada\r\n\u001b[2J\u202e', 'r-1')
    expect((await restart('deployments/storefront', obeyed)).status).to.equal(401)
    const name = `ada [2J ${'x'.repeat(5000)}`
    expect((await restart('deployments/storefront', bearer(name, 'r-2'))).status).to.equal(200)
    const [event] = await found(1)
    expect(event?.message.length).to.be.below(1025)
    expect(event?.message).to.match(
      /^Restarted by "ada \[2J x+" via token through Cluster Inspector \(request r-2\)$/,
    )
  })

  it('awaits, repeats or records no Event for a restart that failed', async () => {
    await start(demo.token)
    demo.faults.inject({
      when: ({ method, url }) => method === 'POST' && url.includes('/events'),
      action: hang(),
    })
    const started = performance.now()
    expect((await restart('deployments/storefront')).status).to.equal(200)
    expect(performance.now() - started).to.be.below(3000)
    expect((await restart('deployments/none')).status).to.equal(404)
    await until('the event to be asked for', () => (asked === 1 ? true : undefined))
    expect(await restarted()).to.deep.equal([])
  })

  it('logs denied Events once, and restarts all the same', async () => {
    const lines: string[] = []
    const quiet = () => undefined
    const log: Log = { error: quiet, info: quiet, debug: quiet, warn: (message) => lines.push(message) }
    const rights = Object.values(rbacGroups)
      .flat()
      .filter((right) => right !== 'create events')
    const rules = rights.map(rightParts).map(({ verb, apiGroup, resource }) => ({
      verbs: [verb],
      apiGroups: [apiGroup],
      resources: [resource],
    }))
    const [apiVersion, metadata] = ['rbac.authorization.k8s.io/v1', { name: 'mute' }]
    const apiGroup = 'rbac.authorization.k8s.io'
    demo.apply({ apiVersion, kind: 'ClusterRole', metadata, rules })
    demo.apply({
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'mute' },
      subjects: [{ apiGroup, kind: 'User', name: 'mute' }],
    })
    await start(demo.addToken({ username: 'mute', groups: ['system:authenticated'] }), { log })
    for (let n = 1; n <= 3; n++) {
      expect((await restart('deployments/storefront')).status).to.equal(200)
      await until('the event to be asked for', () => (asked === n ? true : undefined))
    }
    await until('it to be told', () => (lines.length > 0 ? true : undefined))
    expect(lines).to.deep.equal([
      'cannot create Events for writes: check the right to create events (chart: rbac.groups.events); logged once',
    ])
    const metrics = await until('the calls to be counted', async () => {
      const text = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text()
      return /kube_requests_total\{[^}]*verb="create",resource="events",code="403"\} 3/.exec(text)?.[0]
    })
    expect(metrics).to.include('403')
  })
})
