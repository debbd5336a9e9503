import { expect } from 'chai'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { freePort } from '../support/free-port.ts'
import { call } from '../support/http.ts'
import { serveWarm } from '../support/serve.ts'
import { hasText, WAIT_MS } from './has-text.ts'
import { useBrowser } from './use-browser.ts'

describe('the console and its replica', () => {
  const visitor = useBrowser()

  it('says that it reconnects while the replica is gone, and resumes at its position on another', async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const port = await freePort()
    const serve = () => serveWarm(demo.url, demo.token, { settings: { port } })
    const first = await serve()
    await visitor.visit(
      `http://127.0.0.1:${port}/?view=list&kind=configmaps`,
      async (page) => {
        const positions: (string | undefined)[] = []
        page.on('request', (request) => {
          if (request.url().includes('/api/stream')) positions.push(request.headers()['last-event-id'])
        })
        await hasText(page, 'td a', 'kube-root-ca.crt')
        await first.stop()
        await hasText(page, '.liveness', 'reconnecting')
        await hasText(page, 'td a', 'kube-root-ca.crt')
        demo.apply({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'made-meanwhile', namespace: 'shop' },
        })
        await serve()
        await hasText(page, 'td a', 'made-meanwhile')
        await hasText(page, '.liveness', 'live')
        expect(positions.at(-1)).to.match(/\S/)
      },
      { allowed: /ERR_|Failed to load/ },
    )
  })

  it('goes on with a log after its newest line, once another replica serves it', async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const port = await freePort()
    const serve = () => serveWarm(demo.url, demo.token, { settings: { port } })
    const first = await serve()
    const { json } = await call(`http://127.0.0.1:${port}`, 'GET', '/api/pods?namespace=shop')
    const name = (json['pods'] as { name: string }[]).find((pod) => pod.name.startsWith('cart-'))?.name
    await visitor.visit(
      `http://127.0.0.1:${port}/?view=detail&kind=pods&name=${name}&in=shop&tab=logs`,
      async (page) => {
        const requests: URL[] = []
        page.on('request', (request) => {
          if (request.url().includes('/logs?')) requests.push(new URL(request.url()))
        })
        const newest = () =>
          page.$$eval('.log .line bdi', (lines) => lines.slice(-300).map((line) => line.textContent ?? ''))
        await hasText(page, '.log-card .liveness', 'live')
        await page.waitForSelector('.log .line', { timeout: WAIT_MS })
        await first.stop()
        await hasText(page, '.log-card .liveness', 'reconnecting')
        const before = await newest()
        await serve()
        await hasText(page, '.log-card .liveness', 'live')
        await page.waitForFunction(
          (last: string) => [...document.querySelectorAll('.log .line bdi')].at(-1)?.textContent !== last,
          { timeout: WAIT_MS },
          before.at(-1) ?? '',
        )
        const after = await newest()
        expect(after.filter((line) => line === before.at(-1))).to.have.length(1)
        expect(requests.at(-1)?.searchParams.get('since')).to.match(/^\d+s$/)
      },
      { allowed: /ERR_|Failed to load/ },
    )
  })
})
