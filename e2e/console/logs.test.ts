import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { container, openFixture, podOf, podsOf, type Fixture } from '../support/fixture.ts'
import { openTarget, type Target } from '../support/target.ts'
import { clickOn } from './click-on.ts'
import { hasText, WAIT_MS } from './has-text.ts'
import { useBrowser, type VisitOptions } from './use-browser.ts'
import { waitForLines } from './wait-for.ts'

describe('a log in the console', () => {
  const visitor = useBrowser()
  let target: Target
  let fixture: Fixture
  let pod: string
  before(async function () {
    this.timeout(180_000)
    target = await openTarget()
    fixture = await openFixture(target)
    pod = (await podsOf(target, fixture.namespace, fixture.labels))[0]?.metadata.name ?? ''
  })
  const visit = (name: string, check: (page: Page) => Promise<void>, options?: VisitOptions) =>
    visitor.visit(
      `${target.api}/?view=detail&kind=pods&name=${name}&in=${fixture.namespace}&tab=logs`,
      check,
      options,
    )
  const check = (page: Page, label: string) =>
    clickOn(page, `::-p-xpath(//label[contains(., "${label}")]/input)`)

  it('follows what the container writes', () =>
    visit(pod, async (page) => {
      await hasText(page, '.log-card .liveness', 'live')
      await page.waitForSelector('.log .line', { timeout: WAIT_MS })
      await waitForLines(page, 3)
    }))

  it('stays at the newest lines until the reader scrolls up, and returns to them', () =>
    visit(pod, async (page) => {
      await page.setViewport({ width: 1280, height: 500 })
      const waitForEnd = (isAtEnd: boolean) =>
        page.waitForFunction(
          (wanted: boolean) => {
            const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = document.querySelector('.log') ?? {}
            return scrollHeight > clientHeight + 60 && scrollHeight - scrollTop - clientHeight < 24 === wanted
          },
          { timeout: 40_000 },
          isAtEnd,
        )
      await waitForEnd(true)
      await waitForLines(page, 4)
      await waitForEnd(true)
      // Again, as a reader does: a line that arrives at the same moment moves the log back to its end.
      await page.waitForFunction(
        () => {
          document.querySelector('.log')?.scrollTo(0, 0)
          return document.querySelector('.newest') !== null
        },
        { timeout: WAIT_MS, polling: 200 },
      )
      await waitForEnd(false)
      await clickOn(page, '.newest')
      await waitForEnd(true)
    }))

  it('searches, wraps, and shows timestamps', () =>
    visit(pod, async (page) => {
      await page.waitForSelector('.log .line', { timeout: WAIT_MS })
      await check(page, 'Timestamps')
      await page.waitForSelector('.log time', { timeout: WAIT_MS })
      const time = await page.$eval('.log time', (element) => element.textContent)
      expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
      const text = await page.$eval('.log .line bdi', (element) => element.textContent ?? '')
      await page.type('#log-filter', text.slice(0, 12))
      await page.waitForSelector('.log mark', { timeout: WAIT_MS })
      expect((await page.$eval('.log mark', (element) => element.textContent))?.toLowerCase()).to.equal(
        text.slice(0, 12).toLowerCase(),
      )
      await page.type('#log-filter', ' in no line')
      await page.waitForFunction(() => document.querySelector('.log .line') === null, { timeout: WAIT_MS })
      await page.waitForSelector('.log.wrap')
      await check(page, 'Wrap')
      await page.waitForSelector('.log:not(.wrap)')
    }))

  it('offers the newest lines as a file', () =>
    visit(pod, async (page) => {
      await page.waitForSelector('.log .line', { timeout: WAIT_MS })
      const link = await page.$eval('a[download]', ({ download, href }) => ({ download, href }))
      expect(link.download).to.equal(`${pod}-web.log`)
      const response = await fetch(link.href)
      expect([response.status, new URL(link.href).searchParams.get('tail')]).to.deep.equal([200, '10000'])
      expect((await response.text()).split('\n').length).to.be.greaterThan(1)
    }))

  it('says in the words of the cluster why there is no log of a previous instance', () =>
    visit(
      pod,
      async (page) => {
        await page.waitForSelector('.log .line', { timeout: WAIT_MS })
        await check(page, 'Previous instance')
        await hasText(page, '.problem', 'previous terminated container')
        expect(new URL(page.url()).searchParams.get('previous')).to.equal('yes')
      },
      { allowed: /400/ },
    ))

  it('keeps the error of an earlier container out of the next one', async () => {
    const both = { containers: [container(target, 'one'), container(target, 'two')] }
    await target.kube.create(podOf(target, fixture.namespace, 'both', both))
    const address = `${target.api}/?view=detail&kind=pods&name=both&in=${fixture.namespace}&tab=logs`
    const check = async (page: Page) => {
      await page.evaluateOnNewDocument(holdError)
      await page.goto(`${address}&container=absent`)
      await page.waitForSelector('[data-response=pending]', { timeout: WAIT_MS })
      await page.select('#container', 'two')
      await page.waitForSelector('.log .line', { timeout: WAIT_MS })
      await page.evaluate(async () => {
        dispatchEvent(new Event('release'))
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      })
      expect(await page.$('.log-card .problem')).to.equal(null)
    }
    await visitor.visit(target.api, check, { allowed: /400/ })
  })

  it('shows the log of the chosen container, and the end of one that has ended', async () => {
    const several = { containers: [container(target, 'one'), container(target, 'two')] }
    await target.kube.create(podOf(target, fixture.namespace, 'several', several))
    await target.kube.create(podOf(target, fixture.namespace, 'brief'))
    await visit(
      'several',
      async (page) => {
        await page.waitForSelector('#container', { timeout: WAIT_MS })
        await page.select('#container', 'two')
        await hasText(page, 'h3', 'Log of two')
        await page.waitForFunction(() => location.search.includes('container=two'))
      },
      { allowed: /400/ },
    )
    await visit(
      'brief',
      async (page) => {
        await hasText(page, '.log-card', 'Read again')
      },
      { allowed: /400/ },
    )
  })
})

/** In the page: the body of the response for the container `absent` stays open until the event `release`. */
function holdError(): void {
  const request = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const response = await request(input, init)
    if (!response.url.includes('container=absent')) return response
    const bytes = new Uint8Array(await response.arrayBuffer())
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        addEventListener('release', () => {
          controller.enqueue(bytes)
          controller.close()
        })
        document.documentElement.dataset['response'] = 'pending'
      },
    })
    return new Response(body, response)
  }
}
