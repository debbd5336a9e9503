import type { Page } from 'puppeteer-core'
import { WAIT_MS } from './has-text.ts'

/** Clicks an element once it is drawn, enabled and no longer moves. */
export async function clickOn(page: Page, selector: string): Promise<void> {
  try {
    await page.locator(selector).setTimeout(WAIT_MS).click()
  } catch (cause) {
    throw new Error(`${selector} cannot be clicked at ${page.url()}`, { cause })
  }
}
