import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { keyTable } from '../../server/console/page/keys.ts'
import { openTarget, type Target } from '../support/target.ts'
import { hasText } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { waitForNoDialog, waitForTheme } from './wait-for.ts'

describe('the keys in the console', () => {
  const visitor = useBrowser()
  let target: Target
  before(async () => {
    target = await openTarget()
  })
  const visit = (query: string, check: (page: Page) => Promise<void>) =>
    visitor.visit(`${target.api}/${query}`, check)
  const press = async (page: Page, keys: string) => {
    for (const key of keys.split(' ')) await page.keyboard.press(key as 'a')
  }
  const leaveField = (page: Page) =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

  it('lists all keys after ?, and closes the list with Escape', () =>
    visit('', async (page) => {
      await hasText(page, '.liveness', 'live')
      await press(page, '?')
      await hasText(page, 'dialog', 'Keys')
      const texts = await page.$$eval('.keys dd', (items) => items.map((item) => item.textContent))
      expect(texts).to.deep.equal(keyTable.map(({ text }) => text))
      await page.keyboard.press('Escape')
      await waitForNoDialog(page)
    }))

  it('moves between views and fields', () =>
    visit('', async (page) => {
      await hasText(page, '.liveness', 'live')
      for (const [keys, heading] of [
        ['g p', 'Pod'],
        ['g d', 'Deployment'],
        ['g n', 'Node'],
        ['g e', 'Event'],
        ['g b', 'Basket'],
        ['g a', 'Notifications'],
        ['g s', 'Settings'],
        ['g o', 'Overview'],
      ] as const) {
        await press(page, keys)
        await hasText(page, 'h2', heading)
      }
      for (const [key, id] of [
        ['/', 'search'],
        ['c', 'context'],
        ['n', 'namespace'],
      ] as const) {
        await leaveField(page)
        await press(page, key)
        expect(await focused(page), key).to.equal(id)
      }
    }))

  it('changes the theme', () =>
    visit('', async (page) => {
      await hasText(page, '.liveness', 'live')
      await press(page, 't')
      await waitForTheme(page, 'light')
    }))

  it('opens an object of a list and its parts, and goes up again, without a pointer', () =>
    visit('?view=list&kind=pods&q=coredns', async (page) => {
      await hasText(page, 'td a', 'coredns')
      await press(page, 'f')
      expect(await focused(page)).to.equal('filter')
      await leaveField(page)
      await press(page, 'j j k Enter')
      await hasText(page, 'h3', 'Findings')
      for (const [key, heading] of [
        ['e', 'Events'],
        ['y', 'YAML'],
        ['l', 'Log of'],
        ['x', 'Explain'],
        ['s', 'Summary'],
      ] as const) {
        await press(page, key)
        await hasText(page, 'h3', heading)
      }
      await press(page, 'r')
      await hasText(page, 'dialog h2', 'Restart Pod')
      await page.keyboard.press('Escape')
      await waitForNoDialog(page)
      await press(page, 'u')
      await hasText(page, 'h2', 'Pod')
    }))

  it('shows the focus of every control', () =>
    visit('', async (page) => {
      await hasText(page, '.liveness', 'live')
      for (let control = 0; control < 20; control++) {
        await page.keyboard.press('Tab')
        const outline = await page.evaluate(() => {
          const { activeElement } = document
          return activeElement === null ? '' : getComputedStyle(activeElement).outlineStyle
        })
        expect(outline, `control ${control}`).to.equal('solid')
      }
    }))
})
