import type { Page } from 'puppeteer-core'

/** Longer than the service may take to notice that a right was taken away, and the page to connect again. */
export const WAIT_MS = 30_000

/** Waits until an element that a selector matches contains a text. */
export async function hasText(page: Page, selector: string, text: string): Promise<void> {
  try {
    await page.waitForFunction(
      (where: string, part: string) =>
        [...document.querySelectorAll(where)].some((element) => element.textContent?.includes(part)),
      { timeout: WAIT_MS },
      selector,
      text,
    )
  } catch (cause) {
    const content = await page.evaluate(() => document.querySelector('main')?.innerText.slice(0, 2000))
    throw new Error(`no ${selector} contains "${text}" at ${page.url()}: ${content}`, { cause })
  }
}
