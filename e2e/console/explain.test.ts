import { expect } from 'chai'
import type { HTTPRequest, Page } from 'puppeteer-core'
import { openDemoCluster } from '../support/demo-cluster.ts'
import type { ModelScript } from '../support/model-server.ts'
import { BROKEN, ModelStage } from '../support/model-stage.ts'
import { serveCluster } from '../support/serve.ts'
import { clickOn } from './click-on.ts'
import { hasText, WAIT_MS } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { faultsOf } from './violations.ts'

const DETAIL = `?view=detail&kind=deployments&name=${BROKEN.name}&in=${BROKEN.namespace}`
const WORDS = ['The container exits at once [e1]. ', 'Read its log [e1, e2]. ']

describe('an explanation in the console', () => {
  const visitor = useBrowser()
  const explain = (page: Page) => clickOn(page, '.card form .primary')
  const withModel = async (script: ModelScript, check: (page: Page, stage: ModelStage) => Promise<void>) => {
    const stage = await ModelStage.open('openai-compatible', script)
    await visitor.visit(`${stage.base}/${DETAIL}&tab=explain`, (page) => check(page, stage))
  }

  it('shows the findings first, then the words as they come, and stops the model with the reader', () =>
    withModel({ words: WORDS, end: 'stall' }, async (page, stage) => {
      await explain(page)
      await hasText(page, 'article.finding', 'Cause:')
      await hasText(page, '.narrative', 'The container exits at once')
      await hasText(page, '.explanation', 'Waiting for words of a model')
      await clickOn(page, '.card form button ::-p-text(Stop)')
      await stage.model.requests[0]?.aborted
      await hasText(page, '.card form', 'Explain')
      expect(await page.$('.problem')).to.equal(null)
    }))

  it('leads from the words to the evidence that they cite', () =>
    withModel({ words: WORDS }, async (page) => {
      await hasText(page, 'h3', 'Explain')
      await page.keyboard.press('s')
      await hasText(page, 'h3', 'Summary')
      await page.keyboard.press('x')
      await page.type('.card form input[type=text]', 'why?')
      await page.keyboard.press('Enter')
      await hasText(page, '.narrative', 'Words of test-model')
      await hasText(page, '.explanation', 'critical')
      expect(await page.$$eval('.citation', (links) => links.map((link) => link.textContent))).to.deep.equal([
        'e1',
        'e1',
        'e2',
      ])
      await clickOn(page, '.citation')
      expect(await page.evaluate(() => document.activeElement?.id)).to.equal('evidence-e1')
      expect(await faultsOf(page)).to.deep.equal([])
    }))

  it('keeps the findings where the model fails, and says why there are no words', () =>
    withModel({ status: 500, body: 'oops' }, async (page) => {
      await explain(page)
      await hasText(page, 'article.finding', 'Cause:')
      await hasText(page, '.explanation', 'The model test-model gave no whole answer: ')
    }))

  it('shows what a model is sent, and sends nothing', () =>
    withModel({ words: WORDS }, async (page, stage) => {
      await clickOn(page, '.card ::-p-text(Show what a model is sent)')
      await hasText(page, '.prompt', BROKEN.name)
      await hasText(page, '.card', 'nothing was sent now')
      expect(await faultsOf(page)).to.deep.equal([])
      expect(stage.model.requests).to.have.length(0)
    }))

  it('shows the values of the revision that worked', async () => {
    const demo = await openDemoCluster()
    const { port } = await serveCluster(demo.url, demo.token)
    const query = '?view=detail&kind=deployments&name=search&in=shop&tab=explain'
    await visitor.visit(`http://127.0.0.1:${port}/${query}`, async (page) => {
      await explain(page)
      await hasText(page, '.explanation', '/spec/template/spec/containers/0/image')
      await hasText(page, '.explanation', 'registry.shop.example/search:3.0.1')
      expect(await faultsOf(page)).to.deep.equal([])
    })
  })

  it('leaves its button where it is when the rest of the view arrives', async () => {
    const demo = await openDemoCluster()
    const { port } = await serveCluster(demo.url, demo.token)
    const base = `http://127.0.0.1:${port}/`
    await visitor.visit(base, async (page) => {
      const { promise: firstRead, resolve } = Promise.withResolvers<HTTPRequest>()
      await page.setRequestInterception(true)
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === `/api/deployments/${BROKEN.name}`) resolve(request)
        else void request.continue()
      })
      await page.goto(`${base}${DETAIL}&tab=explain`)
      const button = await page.waitForSelector('.card form .primary', { timeout: WAIT_MS })
      const request = await firstRead
      const place = await button?.boundingBox()
      await request.continue()
      await hasText(page, '.title .status', 'Degraded')
      expect(await button?.boundingBox()).to.deep.equal(place)
    })
  })

  it('says that the rules alone have answered where no model is configured', async () => {
    const demo = await openDemoCluster()
    const { port } = await serveCluster(demo.url, demo.token)
    await visitor.visit(`http://127.0.0.1:${port}/${DETAIL}&tab=explain`, async (page) => {
      await explain(page)
      await hasText(page, 'article.finding', 'Cause:')
      await hasText(page, '.explanation', 'No model is configured')
    })
  })
})
