import { expect } from 'chai'
import { hang } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { Kube } from '../support/kube.ts'
import { serveCluster, serveWarm } from '../support/serve.ts'
import { until } from '../support/until.ts'
import type { ObservedRequest } from '../../server/demo/cluster.ts'

const DEPLOYMENT = '/apis/apps/v1/namespaces/shop/deployments/storefront'
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt'

describe('a restart of a Deployment that is watched', () => {
  let demo: DemoCluster
  let service: RunningServer
  let kube: Kube
  let calls: string[]
  const restart = () =>
    call(`http://127.0.0.1:${service.port}`, 'POST', '/api/deployments/storefront/restart', {
      namespace: 'shop',
    })
  const patch = (body: object) => kube.call('PATCH', DEPLOYMENT, body)
  const restartedAt = async () => {
    const { spec } = await kube.get<{
      spec: { template: { metadata: { annotations?: Record<string, string> } } }
    }>(DEPLOYMENT)
    return spec.template.metadata.annotations?.[RESTARTED_AT]
  }
  const note = ({ method, url }: ObservedRequest): void => {
    if (url.split('?')[0] === DEPLOYMENT) calls.push(method)
  }
  const isWatch = ({ url }: ObservedRequest) => url.includes('deployments?watch=')

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false })
    service = await serveWarm(demo.url, demo.token)
    kube = new Kube({ url: demo.url, token: demo.token })
    calls = []
  })

  it('restarts with one call to the cluster [P12]', async () => {
    demo.onRequest(note)
    const { status, json } = await restart()
    expect([status, calls]).to.deep.equal([200, ['PATCH']])
    expect(await restartedAt()).to.equal(json['timestamp'])
  })

  it('restarts by the current state if the cluster has moved on', async () => {
    await cutOff()
    await patch({ metadata: { labels: { moved: 'on' } } })
    demo.onRequest(note)
    const { status, json } = await restart()
    expect([status, calls]).to.deep.equal([200, ['PATCH', 'GET', 'PATCH']])
    expect(await restartedAt()).to.equal(json['timestamp'])
  })

  it('refuses to restart a Deployment that was paused meanwhile, which the cache does not show yet', async () => {
    await cutOff()
    await patch({ spec: { paused: true } })
    demo.onRequest(note)
    const { status, json } = await restart()
    expect([status, json['code'], calls]).to.deep.equal([409, 'CONFLICT', ['PATCH', 'GET']])
    expect(json['error']).to.include('is paused')
    expect(await restartedAt()).to.equal(undefined)
  })

  it('looks first where nothing is watched', async () => {
    await service.stop()
    service = await serveCluster(demo.url, demo.token, { settings: { cache: false } })
    demo.onRequest(note)
    expect([(await restart()).status, calls]).to.deep.equal([200, ['GET', 'PATCH']])
  })

  for (const [path, subject] of [
    ['/api/statefulsets/orders-db', 'statefulset "orders-db" in namespace "shop"'],
    ['/api/daemonsets/node-exporter', 'daemonset "node-exporter" in namespace "monitoring"'],
  ] as const)
    it(`refuses the second restart within one second of a ${subject.split(' ')[0]} [E17]`, async () => {
      const at = await serveAt(true)
      const again = () =>
        call(`http://127.0.0.1:${service.port}`, 'POST', `${path}/restart`, {
          namespace: subject.split('"')[3],
        })
      const [first, second] = [await again(), await again()]
      expect([first.status, second.status, second.json['code']]).to.deep.equal([200, 409, 'CONFLICT'])
      expect(second.json['error']).to.equal(
        `${subject} was restarted within the past second: wait a second before you restart it again`,
      )
      at.now += 1000
      expect((await again()).status).to.equal(200)
    })

  for (const [title, cache] of [
    ['is watched', true],
    ['is not watched', false],
  ] as const)
    it(`refuses the second of two restarts within one second where the Deployment ${title} [E17]`, async () => {
      const at = await serveAt(cache)
      const [first, second] = [await restart(), await restart()]
      expect([first.status, second.status, second.json['code']]).to.deep.equal([200, 409, 'CONFLICT'])
      expect(second.json['error']).to.equal(
        'deployment "storefront" in namespace "shop" was restarted within the past second: wait a second before you restart it again',
      )
      at.now += 1000
      expect((await restart()).status).to.equal(200)
    })

  it('succeeds once where several restarts arrive within one second [E17]', async () => {
    for (const cache of [true, false]) {
      const at = await serveAt(cache)
      at.now += cache ? 0 : 10_000
      const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await restart()).status))
      expect(
        statuses.toSorted((one, other) => one - other),
        `cache: ${cache}`,
      ).to.deep.equal([200, 409, 409, 409, 409])
    }
  })

  for (const [title, annotation, status] of [
    ['kubectl restarted it within the same second', '2026-01-01T12:00:00Z', 409],
    ['kubectl restarted it a second before', '2026-01-01T11:59:59Z', 200],
    // kubectl compares texts, too.
    ['kubectl restarted it within the same second in another time zone', '2026-01-01T13:00:00+01:00', 200],
    ['its annotation is no time', 'yesterday', 200],
    ['its annotation is empty', '', 200],
  ] as const)
    it(`responds ${status} where ${title} [E17]`, async () => {
      for (const cache of [true, false]) {
        await serveAt(cache)
        await patch({ spec: { template: { metadata: { annotations: { [RESTARTED_AT]: annotation } } } } })
        expect((await restart()).status, `cache: ${cache}`).to.equal(status)
        expect(await restartedAt()).to.equal(status === 409 ? annotation : '2026-01-01T12:00:00Z')
      }
    })

  /** Starts the service anew with a clock that stands still. */
  async function serveAt(cache: boolean): Promise<{ now: number }> {
    await service.stop()
    const at = { now: Date.parse('2026-01-01T12:00:00.100Z') }
    const options = { settings: { cache }, clock: () => at.now }
    service = await (cache ? serveWarm : serveCluster)(demo.url, demo.token, options)
    return at
  }

  /** Cuts the watch and lets it hang from now on, so that the cache is stale as soon as something changes. */
  async function cutOff(): Promise<void> {
    demo.faults.inject({ when: isWatch, action: hang() })
    demo.faults.cut(isWatch)
    const path = '/api/deployments?namespace=shop'
    await until('the watch to be gone', async () => {
      const { headers } = await call(`http://127.0.0.1:${service.port}`, 'GET', path)
      return headers.get('x-cache') === 'stale' ? true : undefined
    })
  }
})
