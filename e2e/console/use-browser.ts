import { expect } from 'chai'
import type { Browser, Page } from 'puppeteer-core'
import { findChromium, openBrowser, openPage } from './open-browser.ts'

/** Width and theme of a page, and the errors that are expected of it. */
export interface VisitOptions {
  readonly width?: number
  readonly theme?: 'light' | 'dark'
  /** Complaints that the test causes, such as a rejected request. */
  readonly allowed?: RegExp
}

/** Visits addresses with Chromium. */
export interface Visitor {
  /** Opens an address, runs a check, and fails for every error and violation of the page's policy. */
  visit(url: string, check: (page: Page) => Promise<void>, options?: VisitOptions): Promise<void>
}

/** Starts Chromium before the suite, with arguments that are known by then, and skips the suite where there is none. */
export function useBrowser(args: () => readonly string[] = () => []): Visitor {
  let browser: Browser | undefined
  before(async function () {
    const chromium = findChromium()
    if (chromium === undefined) {
      console.log('    Chromium was not found: install the package chromium, or set CHROMIUM to its path.')
      this.skip()
    }
    browser = await openBrowser(chromium, args())
  })
  after(() => browser?.close())
  return {
    visit: async (url, check, { width, theme, allowed } = {}) => {
      if (browser === undefined) throw new Error('the browser is not running')
      const { page, complaints } = await openPage(browser, width)
      if (theme !== undefined)
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
      await page.goto(url)
      await check(page)
      expect(complaints.filter((text) => allowed?.test(text) !== true)).to.deep.equal([])
      await page.browserContext().close()
    },
  }
}
