import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { serveCluster, serveWarm } from '../support/serve.ts'
import { clickOn } from './click-on.ts'
import { hasText } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { waitForChange, waitForTheme } from './wait-for.ts'

describe('the settings in the console', () => {
  const visitor = useBrowser()
  let base: string
  before(async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const service = await serveWarm(demo.url, demo.token)
    base = `http://127.0.0.1:${service.port}`
  })
  const after = (page: Page, path: string, act: Promise<unknown>) =>
    Promise.all([waitForChange(page, `/api/settings${path}`), act])

  it('keeps theme, namespace, pins, names of contexts and the interval for another browser', async () => {
    await visitor.visit(base, async (page) => {
      await hasText(page, '.liveness', 'live')
      await after(page, '', page.select('#theme', 'dark'))
      await after(page, '', page.select('#namespace', 'shop'))
      await page.goto(`${base}/?view=list&kind=pods&namespace=shop&q=cart`)
      await hasText(page, 'td a', 'cart')
      await after(page, '/sidebar-pins', page.keyboard.press('p'))
      await hasText(page, 'nav a', 'Pod · cart in shop')
      await page.keyboard.press('g')
      await page.keyboard.press('s')
      await hasText(page, 'h2', 'Settings')
      await after(page, '', page.select('#refresh', '60'))
      await page.type('#alias-0', 'The shop')
      await after(page, '/aliases', page.keyboard.press('Enter'))
      await hasText(page, '#context', 'The shop')
    })
    const { json } = await call(base, 'GET', '/api/settings')
    expect(json).to.include({ autoRefreshInterval: 60, selectedNamespace: 'shop', themeMode: 'dark' })
    await visitor.visit(base, async (page) => {
      await hasText(page, '.liveness', 'live')
      await waitForTheme(page, 'dark')
      expect(new URL(page.url()).search).to.equal('?namespace=shop')
      await hasText(page, '#context', 'The shop')
      await clickOn(page, 'nav .wide ::-p-text(Pod · cart in shop)')
      await hasText(page, 'td a', 'cart')
      await hasText(page, 'header', 'Unpin')
      await after(page, '/sidebar-pins', page.keyboard.press('p'))
      expect(await page.$('nav .wide ::-p-text(Pod · cart in shop)')).to.equal(null)
    })
  })

  it('shows the namespace of a link in place of that of the settings', async () => {
    await call(base, 'POST', '/api/settings', { selectedNamespace: 'shop' })
    await visitor.visit(`${base}/?view=list&kind=deployments`, async (page) => {
      await hasText(page, 'td', 'kube-system')
      expect(new URL(page.url()).searchParams.has('namespace')).to.equal(false)
    })
  })

  it('shows that reading again is off, and turns it on', async () => {
    await call(base, 'POST', '/api/settings', { autoRefreshEnabled: false, selectedNamespace: '' })
    await visitor.visit(`${base}/?view=settings`, async (page) => {
      await hasText(page, 'h3', 'Refresh')
      expect(await page.$eval('.check input', ({ checked }: HTMLInputElement) => checked)).to.equal(false)
      await after(page, '', clickOn(page, '.check input'))
    })
    expect((await call(base, 'GET', '/api/settings')).json['autoRefreshEnabled']).to.equal(true)
  })

  it('begins without settings that are slow to read', () =>
    visitor.visit(base, async (page) => {
      await page.setRequestInterception(true)
      page.on('request', (request) => {
        // Not answered: the page has to begin all the same.
        if (new URL(request.url()).pathname !== '/api/settings') void request.continue()
      })
      await page.goto(base)
      await hasText(page, '.liveness', 'live')
    }))

  it('applies a change that the service cannot keep to the page, and says so once, with the hint', async () => {
    const demo = await openDemoCluster({ pace: 'fast' })
    const file = join(openFolder('state'), 'file')
    writeFileSync(file, '')
    const { port } = await serveCluster(demo.url, demo.token, {
      settings: { demo: false, kubeconfig: file, stateFile: join(file, 'state.json') },
    })
    await visitor.visit(
      `http://127.0.0.1:${port}`,
      async (page) => {
        await hasText(page, '.liveness', 'live')
        await after(page, '', page.select('#theme', 'dark'))
        await hasText(page, '.introduction', 'Settings are kept in this page only, until it is closed')
        await hasText(page, '.introduction', 'set stateFile')
        await waitForTheme(page, 'dark')
        await clickOn(page, '.introduction[role=status] button')
        await after(page, '', page.select('#theme', 'light'))
        await waitForTheme(page, 'light')
        expect(await page.$('.introduction[role=status]')).to.equal(null)
      },
      { allowed: /501/ },
    )
  })
})
