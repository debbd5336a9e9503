import { expect } from 'chai'
import type { Browser, Page } from 'puppeteer-core'
import { openTarget, type Target } from '../support/target.ts'
import { hasText, WAIT_MS } from './has-text.ts'
import { findChromium, openBrowser, openPage } from './open-browser.ts'

describe('the console in a browser', () => {
  let target: Target
  let browser: Browser
  before(async function () {
    const chromium = findChromium()
    if (chromium === undefined) {
      console.log('    Chromium was not found: install the package chromium, or set CHROMIUM to its path.')
      this.skip()
    }
    target = await openTarget()
    browser = await openBrowser(chromium)
  })
  after(() => browser?.close())

  /** Opens an address, runs a check, and fails for every error and violation of the page's policy. */
  const visit = async (query: string, check: (page: Page) => Promise<void>, width?: number) => {
    const { page, complaints } = await openPage(browser, width)
    await page.goto(`${target.api}/${query}`)
    await check(page)
    expect(complaints).to.deep.equal([])
    await page.browserContext().close()
  }

  it('shows health, findings, nodes and warnings in the overview, and is live', () =>
    visit('', async (page) => {
      await hasText(page, '.liveness', 'live')
      for (const heading of ['Health', 'Findings', 'Workloads', 'Nodes', 'Warnings of the last hour'])
        await hasText(page, 'h3', heading)
      await page.waitForSelector('.finding .status', { timeout: WAIT_MS })
      await page.waitForSelector('.node a', { timeout: WAIT_MS })
    }))

  it('lists, filters and sorts Pods, and keeps that in the address', () =>
    visit('?view=list&kind=pods', async (page) => {
      await hasText(page, 'td', 'coredns')
      await page.type('.filters input[type=search]', 'coredns')
      await page.waitForFunction(
        () =>
          [...document.querySelectorAll('td:first-child a')].every((link) =>
            link.textContent?.includes('coredns'),
          ),
        { timeout: WAIT_MS },
      )
      await page.click('th button')
      await page.waitForSelector('th[aria-sort=ascending]')
      expect(new URL(page.url()).search).to.equal('?view=list&kind=pods&q=coredns&sort=name')
    }))

  it('opens the detail of an object from its list, and goes back', () =>
    visit('?view=list&kind=pods&q=coredns', async (page) => {
      await hasText(page, 'td a', 'coredns')
      await page.click('td a')
      for (const heading of ['Findings', 'Related objects', 'Summary', 'Events', 'YAML'])
        await hasText(page, 'h3', heading)
      await hasText(page, 'pre', 'kind: Pod')
      await page.goBack()
      await hasText(page, 'h2', 'Pod')
    }))

  it('finds an object by the key / and its name', () =>
    visit('', async (page) => {
      await hasText(page, '.liveness', 'live')
      await page.keyboard.press('/')
      await page.keyboard.type('coredns')
      await page.keyboard.press('Enter')
      await hasText(page, 'main li a', 'coredns')
    }))

  it('shows a rejected request in the words of the API, with the id of the request', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${target.api}/?view=detail&kind=pods&name=absent&in=kube-system`)
    await hasText(page, '.problem', 'absent')
    await hasText(page, '.problem', 'Request ')
    await page.browserContext().close()
  })

  it('keeps the theme after a reload', () =>
    visit('', async (page) => {
      await hasText(page, '.liveness', 'live')
      const picker = await page.$('xpath/.//label[contains(., "Theme")]//select')
      await picker?.select('dark')
      await page.reload()
      const theme = await page.evaluate(() => document.documentElement.dataset['theme'])
      expect(theme).to.equal('dark')
    }))

  it('fits into 360 pixels', async () => {
    for (const query of ['', '?view=list&kind=pods', '?view=detail&kind=nodes&name=demo-control-plane'])
      await visit(
        query,
        async (page) => {
          await page.waitForSelector('h3, td a', { timeout: WAIT_MS })
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          expect(width, query).to.be.at.most(360)
        },
        360,
      )
  })
})
