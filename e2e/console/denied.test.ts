import { expect } from 'chai'
import type { Browser } from 'puppeteer-core'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { grantRights } from '../support/grants.ts'
import { serveCluster } from '../support/serve.ts'
import { hasText } from './has-text.ts'
import { findChromium, openBrowser, openPage } from './open-browser.ts'

describe('rights in the console', () => {
  let browser: Browser
  before(async function () {
    const chromium = findChromium()
    if (chromium === undefined) this.skip()
    browser = await openBrowser(chromium)
  })
  after(() => browser?.close())

  it('shows nothing of a kind whose right is taken away, and the hint', async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const token = grantRights(demo, 'limited', ['list pods', 'watch pods', 'list namespaces'])
    const service = await serveCluster(demo.url, token, { managedByChart: true })
    const { page } = await openPage(browser)
    await page.goto(`http://127.0.0.1:${service.port}/?view=list&kind=pods`)
    await hasText(page, 'td a', 'coredns')
    grantRights(demo, 'limited', ['list namespaces'])
    await hasText(page, '.problem', 'Denied')
    await hasText(page, '.problem', 'rbac.groups.pods')
    expect(await page.$('td')).to.equal(null)
  })
})
