import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { DemoCluster } from '../../support/demo-cluster.ts'
import type { RunningServer } from '../../../server/app/server.ts'
import { closeAfterwards } from '../../../server/testing/fixtures.ts'
import { openDemoCluster } from '../../support/demo-cluster.ts'
import { call } from '../../support/http.ts'
import { serveWarm } from '../../support/serve.ts'
import { talker } from '../../support/talker.ts'
import { until } from '../../support/until.ts'

const descriptors = async () => (await readdir('/proc/self/fd')).length

describe('callers that leave', () => {
  let demo: DemoCluster
  let service: RunningServer
  const base = () => `http://127.0.0.1:${service.port}`

  beforeEach(async () => {
    demo = await openDemoCluster({ seed: 'none', controllers: false })
    service = await serveWarm(demo.url, demo.token)
    demo.apply(talker)
  })

  it('ten thousand that open and close a connection at once leave nothing behind [H3]', async function () {
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
    const script = join(import.meta.dirname, '..', '..', 'support', 'processes', 'hasty-callers.ts')
    const child = fork(script, [String(service.port), '10000'])
    closeAfterwards('hasty callers', () => child.kill())
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).to.equal(0)
    await until('every call to the cluster to have ended', () => (under === 0 ? true : undefined), 10_000)
    await until(
      'the descriptors to be back',
      // Connections to the API server are kept for the next call, so up to 40 descriptors remain open.
      async () => ((await descriptors()) <= before + 40 ? true : undefined),
      10_000,
    )
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text()
    expect(metrics).to.match(/^cluster_inspector_log_follows 0$/m)
    expect(asked, 'some came as far as a log').to.be.greaterThan(0)
    expect((await call(base(), 'GET', '/api/pods')).status).to.equal(200)
  })
})
