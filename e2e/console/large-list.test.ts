import { expect } from 'chai'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { serveWarm } from '../support/serve.ts'
import { hasText, WAIT_MS } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { waitForObjects } from './wait-for.ts'

const PODS = 10_000

describe('a list of 10,000 Pods in the console', () => {
  const visitor = useBrowser()

  it('scrolls, filters by text and by labels, and draws the visible rows alone', async function () {
    this.timeout(120_000)
    const demo = await openDemoCluster({ pace: 'fast', bulk: { pods: PODS } })
    const service = await serveWarm(demo.url, demo.token)
    await visitor.visit(`http://127.0.0.1:${service.port}/?view=list&kind=pods`, async (page) => {
      await waitForObjects(page, PODS)
      const rows = () => page.$$eval('.rows tbody tr:not([aria-hidden])', (drawn) => drawn.length)
      expect(await rows()).to.be.lessThan(100)
      const first = await page.$eval('td a', (link) => link.textContent)
      await page.$eval('.rows', (box) => box.scrollTo(0, box.scrollHeight))
      await page.waitForFunction(
        (name: string) => document.querySelector('td a')?.textContent !== name,
        { timeout: WAIT_MS },
        first ?? '',
      )
      expect(await rows()).to.be.within(10, 100)
      await page.type('#filter', 'app-0042')
      await hasText(page, '.count', '10 of')
      await page.$eval('#filter', (field) => (field as HTMLInputElement).select())
      await page.keyboard.press('Backspace')
      await page.type('#labels', 'app=app-0007')
      await page.keyboard.press('Enter')
      await hasText(page, '.count', '10 objects')
      expect(new URL(page.url()).searchParams.get('labels')).to.equal('app=app-0007')
    })
  })
})
