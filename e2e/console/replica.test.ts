import { expect } from 'chai'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { freePort } from '../support/free-port.ts'
import { serveWarm } from '../support/serve.ts'
import { hasText } from './has-text.ts'
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
})
