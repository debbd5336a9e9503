import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { podsOf } from '../support/fixture.ts'
import { openTarget, type Target } from '../support/target.ts'
import { clickOn } from './click-on.ts'
import { hasText } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { waitForNoDialog } from './wait-for.ts'

/** Objects of the demo cluster, and a part of the sentence before their restart. */
const SUBJECTS = [
  { kind: 'deployments', name: 'cart', namespace: 'shop', effect: 'step by step' },
  { kind: 'statefulsets', name: 'orders-db', namespace: 'shop', effect: 'the last one first' },
  { kind: 'daemonsets', name: 'node-exporter', namespace: 'monitoring', effect: 'at a time' },
] as const

describe('a restart in the console', () => {
  const visitor = useBrowser()
  let target: Target
  before(async () => {
    target = await openTarget()
  })
  const visit = (kind: string, name: string, namespace: string, check: (page: Page) => Promise<void>) =>
    visitor.visit(`${target.api}/?view=detail&kind=${kind}&name=${name}&in=${namespace}`, check, {
      allowed: /404/,
    })

  for (const { kind, name, namespace, effect } of SUBJECTS)
    it(`says what happens to ${kind}, and follows them to the end`, () =>
      visit(kind, name, namespace, async (page) => {
        await hasText(page, '.title .status', 'Available')
        await clickOn(page, '.restart button')
        await hasText(page, 'dialog', effect)
        await clickOn(page, 'dialog .primary')
        await hasText(page, '.progress', 'was restarted')
        await hasText(page, '.progress', 'Done after')
        await hasText(page, '.progress', 'All Pods are available')
      }))

  it('says that nothing restarts by itself with the update strategy OnDelete', () =>
    visit('statefulsets', 'alertmanager', 'monitoring', async (page) => {
      await hasText(page, '.title .status', 'Available')
      await clickOn(page, '.restart button')
      await hasText(page, 'dialog', 'replaces no Pod')
      await clickOn(page, 'dialog .primary')
      await hasText(page, '.progress', 'nothing restarts by itself')
    }))

  it('follows a Pod until its successor is ready, and links to it', async () => {
    const [pod] = await podsOf(target, 'shop', { 'app.kubernetes.io/name': 'storefront' })
    const name = pod?.metadata.name ?? ''
    await visit('pods', name, 'shop', async (page) => {
      await hasText(page, '.title .status', 'Running')
      await clickOn(page, '.restart button')
      await hasText(page, 'dialog', 'ReplicaSet')
      await clickOn(page, 'dialog .primary')
      await hasText(page, '.progress', 'is ready and takes its place')
      const link = await page.$eval('.progress a', (element) => element.textContent)
      expect(link)
        .to.match(/^Pod shop\/storefront-/)
        .and.not.include(name)
    })
  })

  it('changes nothing when it is cancelled', () =>
    visit('deployments', 'cart', 'shop', async (page) => {
      await hasText(page, '.title .status', 'Available')
      await clickOn(page, '.restart button')
      await clickOn(page, 'dialog button:not(.primary)')
      await waitForNoDialog(page)
      expect(await page.$('.progress')).to.equal(null)
    }))
})
