import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { podsOf } from '../support/fixture.ts'
import { openTarget, type Target } from '../support/target.ts'
import { hasText } from './has-text.ts'
import { useBrowser, type VisitOptions } from './use-browser.ts'
import { contentWidth, violations } from './violations.ts'
import { waitForNoDialog } from './wait-for.ts'

/** Views with a text that appears once they are drawn. */
const VIEWS: readonly (readonly [query: string, selector: string, text: string])[] = [
  ['', '.bar-label', 'CPU requested'],
  ['?view=list&kind=pods', 'td a', 'coredns'],
  ['?view=list&kind=pods&q=none-of-them', '.empty', 'No object'],
  ['?view=search&q=coredns', 'main li a', 'coredns'],
  ['?view=detail&kind=deployments&name=cart&in=shop', 'h3', 'Related objects'],
  ['?view=detail&kind=nodes&name=demo-worker2', '.finding', 'critical'],
  ['?view=detail&kind=pods&name=POD&in=kube-system', '.plot', ''],
  ['?view=detail&kind=pods&name=POD&in=kube-system&tab=logs', '.log .line', ''],
  ['?view=detail&kind=pods&name=POD&in=kube-system&tab=events', 'h3', 'Events'],
  ['?view=detail&kind=pods&name=POD&in=kube-system&tab=yaml', 'pre', 'kind: Pod'],
  ['?view=detail&kind=deployments&name=cart&in=shop&tab=file', '.hint', 'No repository host'],
  ['?view=basket', '.hint', 'No repository host'],
  ['?view=notifications', '.hint', 'Notifications are not configured'],
  ['?view=settings', 'h3', 'Pinned views'],
]

describe('the accessibility of the console', () => {
  const visitor = useBrowser()
  let target: Target
  let pod: string
  before(async () => {
    target = await openTarget()
    pod =
      (await podsOf(target, 'kube-system', { 'app.kubernetes.io/name': 'coredns' }))[0]?.metadata.name ?? ''
  })
  const addressOf = (query: string) => `${target.api}/${query.replace('POD', pod)}`
  const visitAll = async (options: VisitOptions, check?: (page: Page, query: string) => Promise<void>) => {
    for (const [query, selector, text] of VIEWS)
      await visitor.visit(
        addressOf(query),
        async (page) => {
          await hasText(page, selector, text)
          await check?.(page, query)
          expect(await violations(page), query).to.deep.equal([])
        },
        options,
      )
  }

  for (const theme of ['light', 'dark'] as const)
    it(`has no violation of axe on any view in the ${theme} theme`, async function () {
      this.timeout(180_000)
      await visitAll({ theme })
    })

  it('has no violation of axe in its dialogs', async () => {
    await visitor.visit(addressOf('?view=detail&kind=deployments&name=cart&in=shop'), async (page) => {
      await hasText(page, '.title .status', 'Available')
      for (const key of ['r', '?'] as const) {
        await page.keyboard.press(key)
        await page.waitForSelector('dialog[open]')
        expect(await violations(page), key).to.deep.equal([])
        await page.keyboard.press('Escape')
        await waitForNoDialog(page)
      }
    })
  })

  it('fits into 360 pixels on every view', async function () {
    this.timeout(120_000)
    await visitAll({ width: 360 }, async (page, query) => {
      expect(await contentWidth(page), query).to.be.at.most(360)
    })
  })
})
