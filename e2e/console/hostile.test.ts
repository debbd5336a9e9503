import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { serveWarm } from '../support/serve.ts'
import { hasText } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { contentWidth } from './violations.ts'

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>'

describe('hostile texts in the console', () => {
  const visitor = useBrowser()

  it('shows markup and long texts of a cluster as text that fits into the page', async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const now = new Date().toISOString()
    const labels = { app: 'hostile' }
    const annotations = { note: `${MARKUP} \u202egpj.exe ${'x'.repeat(10_000)}` }
    demo.apply({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'hostile', namespace: 'shop', labels, annotations },
      data: { page: MARKUP },
    })
    demo.apply({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'hostile.1', namespace: 'shop' },
      type: 'Warning',
      reason: 'Hostile',
      message: MARKUP,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', name: 'hostile', namespace: 'shop' },
    })
    demo.faults.logSource({
      when: ({ pod }) => pod === 'orders-db-0',
      bytes: () => [Buffer.from(`${now} ${MARKUP} \u202egpj.exe ${'x'.repeat(10_000)}\n`)],
    })
    const service = await serveWarm(demo.url, demo.token)
    const address = `http://127.0.0.1:${service.port}`
    const check = async (page: Page) => {
      for (const [query, selector] of [
        ['', 'main li'],
        ['?view=list&kind=events', 'td'],
        ['?view=detail&kind=configmaps&name=hostile&in=shop', '.card dd'],
        ['?view=detail&kind=configmaps&name=hostile&in=shop&tab=yaml', 'pre'],
        ['?view=detail&kind=pods&name=orders-db-0&in=shop&tab=logs', '.log .line'],
      ] as const) {
        await page.goto(`${address}/${query}`)
        await hasText(page, selector, '<img src=x')
        expect(await page.$$('main img, main script'), query).to.deep.equal([])
        expect(await contentWidth(page), query).to.be.at.most(360)
      }
      expect(await page.title()).to.equal('orders-db-0 · Cluster Inspector')
    }
    await visitor.visit(address, check, { width: 360 })
  })
})
