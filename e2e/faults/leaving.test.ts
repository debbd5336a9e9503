import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { startDemoCluster, type DemoCluster } from '../../server/demo/cluster.ts'
import type { Service } from '../../server/service.ts'
import { call } from '../target/http.ts'
import { serveWarm } from '../target/serve.ts'
import { talker } from '../target/talker.ts'
import { until } from '../target/until.ts'

const descriptors = async () => (await readdir('/proc/self/fd')).length

describe('callers that leave, and logs that a browser opens', () => {
  let demo: DemoCluster
  let service: Service
  const base = () => `http://127.0.0.1:${service.port}`

  beforeEach(async () => {
    demo = await startDemoCluster({ seed: 'none', controllers: false })
    service = await serveWarm(demo.url, demo.token)
    demo.apply(talker)
  })
  afterEach(async () => {
    await service.stop()
    await demo.close()
  })

  it('H3 ten thousand that open and close a connection at once leave nothing behind', async function () {
    this.timeout(60_000)
    let [asked, under] = [0, 0]
    demo.onRequest(({ url }) => (asked += url.includes('/log?') ? 1 : 0))
    demo.faults.inject({
      when: ({ url }) => !url.includes('watch='),
      action: (_request, response, proceed) => {
        under++
        response.once('close', () => under--)
        proceed()
      },
    })
    demo.faults.logSource({
      when: ({ pod }) => pod === 'talker',
      bytes: async function* () {
        yield Buffer.from('a line\n')
        await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
      },
    })
    await call(base(), 'GET', '/api/pods')
    const before = await descriptors()
    const script = join(import.meta.dirname, '..', 'target', 'processes', 'hasty-callers.ts')
    const [code] = (await once(fork(script, [String(service.port), '10000']), 'exit')) as [number]
    expect(code).to.equal(0)
    await until('every call to the cluster to have ended', () => (under === 0 ? true : undefined), 10_000)
    await until(
      'the descriptors to be back',
      // Connections to the API server are kept for the next call.
      async () => ((await descriptors()) <= before + 40 ? true : undefined),
      10_000,
    )
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text()
    expect(metrics).to.match(/^cluster_inspector_log_follows 0$/m)
    expect(asked, 'some came as far as a log').to.be.greaterThan(0)
    expect((await call(base(), 'GET', '/api/pods')).status).to.equal(200)
  })

  it('H3 one that leaves before its answer began ends the call to the cluster', async () => {
    let [asked, left] = [0, 0]
    demo.faults.inject({
      when: ({ url }) => url.startsWith('/api/v1/namespaces/default/pods'),
      action: (_request, response) => {
        asked++
        response.once('close', () => left++)
      },
    })
    const took: number[] = []
    for (let n = 1; n <= 5; n++) {
      const leave = new AbortController()
      const headers = { 'cache-control': 'no-cache' }
      const read = fetch(`${base()}/api/pods?namespace=default&n=${n}`, { headers, signal: leave.signal })
      await until('the cluster to be asked', () => (asked === n ? true : undefined), 5000)
      const at = performance.now()
      leave.abort()
      await read.catch(() => undefined)
      await until('the call to end', () => (left === n ? true : undefined), 5000)
      took.push(performance.now() - at)
    }
    expect(took.toSorted((a, b) => a - b)[2], 'the median').to.be.below(100)
  })

  it('S6 a log is text that no browser runs, whatever is in it', async () => {
    const text = '<!doctype html><script>alert(1)</script>\n'
    demo.faults.logSource({ when: ({ pod }) => pod === 'talker', bytes: () => [Buffer.from(text)] })
    for (const accept of ['*/*', 'text/html']) {
      const path = '/api/pods/talker/logs?namespace=default'
      const answer = await call(base(), 'GET', path, undefined, { accept })
      expect([answer.status, answer.text]).to.deep.equal([200, text])
      expect(Object.fromEntries(answer.headers)).to.include({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
    }
  })
})
