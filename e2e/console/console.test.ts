import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { openTarget, type Target } from '../support/target.ts'
import { clickOn } from './click-on.ts'
import { hasText, WAIT_MS } from './has-text.ts'
import { useBrowser, type VisitOptions } from './use-browser.ts'
import { waitForChange, waitForTheme } from './wait-for.ts'

describe('the console in a browser', () => {
  const visitor = useBrowser()
  let target: Target
  before(async () => {
    target = await openTarget()
  })
  const visit = (query: string, check: (page: Page) => Promise<void>, options?: VisitOptions) =>
    visitor.visit(`${target.api}/${query}`, check, options)

  it('shows health, findings, nodes and warnings in the overview, and is live', () =>
    visit('', async (page) => {
      await hasText(page, '.liveness', 'live')
      for (const heading of ['Health', 'Findings', 'Workloads', 'Nodes', 'Warnings of the last hour'])
        await hasText(page, 'h3', heading)
      await page.waitForSelector('.finding .status', { timeout: WAIT_MS })
      await page.waitForSelector('.nodes a', { timeout: WAIT_MS })
      await hasText(page, '.bar-label', 'CPU requested')
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
      await clickOn(page, 'th button')
      await page.waitForSelector('th[aria-sort=ascending]')
      expect(new URL(page.url()).search).to.equal('?view=list&kind=pods&q=coredns&sort=name')
    }))

  it('lists events, the newest first, with a link to their object', () =>
    visit('?view=list&kind=events', async (page) => {
      await page.waitForSelector('th[aria-sort=descending] ::-p-text(Last timestamp)', { timeout: WAIT_MS })
      await hasText(page, 'td a', 'Pod ')
    }))

  it('opens the detail of an object from its list, and goes back', () =>
    visit('?view=list&kind=pods&q=coredns', async (page) => {
      await hasText(page, 'td a', 'coredns')
      await clickOn(page, 'td a')
      for (const heading of ['Findings', 'Related objects', 'Usage', 'Summary', 'Conditions'])
        await hasText(page, 'h3', heading)
      await openTab(page, 'Events')
      await hasText(page, 'h3', 'Events')
      await openTab(page, 'YAML')
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

  it('shows a rejected request in the words of the API, with the id of the request', () =>
    visit(
      '?view=detail&kind=pods&name=absent&in=kube-system',
      async (page) => {
        await hasText(page, '.problem', 'absent')
        await hasText(page, '.problem', 'Request ')
      },
      { allowed: /404/ },
    ))

  it('draws the usage of a Pod as plots', () =>
    visit('?view=list&kind=pods&q=coredns', async (page) => {
      await hasText(page, 'td a', 'coredns')
      await clickOn(page, 'td a')
      await page.waitForSelector('.plot canvas', { timeout: WAIT_MS })
      const labels = await page.$$eval('.plot', (plots) => plots.map((plot) => plot.ariaLabel))
      expect(labels[0]).to.match(/^CPU over time, now \d+m$/)
      expect(labels[1]).to.match(/^Memory over time, now [\d.]+ MiB$/)
    }))

  it('explains empty lists, and clears the filters', () =>
    visit('?view=list&kind=pods&q=none-of-them', async (page) => {
      await hasText(page, '.empty', 'No object matches')
      await clickOn(page, '.empty button')
      await hasText(page, 'td a', 'coredns')
      expect(new URL(page.url()).search).to.equal('?view=list&kind=pods')
    }))

  it('introduces itself on the first visit alone', () =>
    visit('', async (page) => {
      await hasText(page, '.introduction', 'This page shows')
      await Promise.all([waitForChange(page, '/api/settings'), clickOn(page, '.introduction button')])
      await page.reload()
      await hasText(page, '.liveness', 'live')
      expect(await page.$('.introduction')).to.equal(null)
    }))

  it('keeps the theme after a reload', () =>
    visit('', async (page) => {
      await hasText(page, '.liveness', 'live')
      const picker = await page.$('xpath/.//label[contains(., "Theme")]//select')
      await Promise.all([waitForChange(page, '/api/settings'), picker?.select('dark')])
      await page.reload()
      await hasText(page, '.liveness', 'live')
      await waitForTheme(page, 'dark')
    }))
})

/** Opens a part of a detail. */
async function openTab(page: Page, text: string): Promise<void> {
  await clickOn(page, `.tabs ::-p-text(${text})`)
}
