import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { closeAfterwards } from '../../testing/fixtures.ts'
import { openServer } from '../../testing/open-server.ts'
import { Lifecycle, OpenResponses } from './lifecycle.ts'
import { AllowedHosts } from '../allowed-hosts.ts'
import { Metrics } from '../../telemetry/metrics.ts'
import { opsListener, EventLoopMonitor } from './ops-listener.ts'

describe('the port for kubelet and Prometheus', () => {
  const lifecycle = new Lifecycle()
  const pulse = new EventLoopMonitor()
  const metrics = new Metrics('1.2.3', new OpenResponses())
  const standing = [
    { context: 'c', resource: 'pods', scope: 'shop', state: 'live', objects: 7, ageMs: 1500 },
    { context: 'c', resource: 'nodes', scope: '', state: 'forbidden', objects: 0, ageMs: Infinity },
  ]
  let server: Server
  const get = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method })

  before(async () => {
    server = createServer(
      opsListener(metrics, lifecycle, pulse, () => standing, new AllowedHosts(['web.shop.svc'])),
    )
    await openServer(server)
    closeAfterwards('a pulse', () => pulse.stop())
  })

  it('reports ready while it serves, and alive all along', async () => {
    const codes = async () => [(await get('/readyz')).status, (await get('/healthz')).status]
    expect(await codes()).to.deep.equal([503, 200])
    lifecycle.serving()
    expect(await codes()).to.deep.equal([200, 200])
    lifecycle.beginShutdown()
    expect(await codes()).to.deep.equal([503, 200])
    expect(lifecycle.isDraining).to.equal(false)
    lifecycle.draining()
    expect(lifecycle.isDraining).to.equal(true)
    expect(await (await get('/readyz')).json()).to.deep.equal({
      status: 'not ready',
      phase: 'draining',
      reflectors: [
        { context: 'c', resource: 'pods', namespace: 'shop', state: 'live' },
        { context: 'c', resource: 'nodes', state: 'forbidden' },
      ],
    })
  })

  it('exposes metrics, without those promtool refuses', async () => {
    metrics.countCall({ context: 'c', verb: 'list', resource: 'pods', code: '200' })
    const name = { context: 'c', resource: 'pods', scope: 'shop' }
    metrics.watches.registerCaches(() => standing)
    metrics.watches.synced(name, 'stream')
    metrics.watches.ended(name, 'expired')
    metrics.watches.quarantined(name)
    const response = await get('/metrics')
    const text = await response.text()
    expect(response.headers.get('content-type')).to.include('text/plain')
    expect(text).to.match(/cluster_inspector_build_info\{version="1\.2\.3",node="v\d+[^"]*"\} 1/)
    expect(text).to.include(
      'cluster_inspector_kube_requests_total{context="c",verb="list",resource="pods",code="200"} 1',
    )
    expect(text)
      .to.include('cluster_inspector_log_follows 0')
      .and.include('process_resident_memory_bytes')
      .and.include('nodejs_eventloop_lag_seconds')
    for (const line of [
      'state{context="c",resource="pods",scope="shop",state="live"} 1',
      'objects{context="c",resource="pods",scope="shop"} 7',
      'age_seconds{context="c",resource="pods",scope="shop"} 1.5',
      'lists_total{context="c",resource="pods",scope="shop",mode="stream"} 1',
      'ends_total{context="c",resource="pods",scope="shop",reason="expired"} 1',
      'quarantined_total{context="c",resource="pods",scope="shop"} 1',
    ])
      expect(text).to.include(`cluster_inspector_reflector_${line}`)
    expect(text).to.not.match(/nodejs_active_\w+_total/)
  })

  it('accepts addresses and names of the Service, and no name that was pointed here [S5]', async () => {
    const asked = (host: string) =>
      new Promise<number>((resolve, reject) => {
        const { port } = server.address() as AddressInfo
        request({ port, host: '127.0.0.1', path: '/metrics', headers: { host } }, (response) => {
          resolve(response.resume().statusCode ?? 0)
        })
          .on('error', reject)
          .end()
      })
    for (const host of ['10.244.0.7:9090', '[fd00::7]:9090', 'localhost', 'web.shop.svc:9090'])
      expect(await asked(host), host).to.equal(200)
    for (const host of ['evil.example', 'web.shop.svc.evil.example:9090'])
      expect(await asked(host), host).to.equal(421)
  })

  it('serves nothing else, to nobody who writes', async () => {
    expect((await get('/')).status).to.equal(404)
    expect((await get('/metrics', 'POST')).status).to.equal(405)
  })
})
