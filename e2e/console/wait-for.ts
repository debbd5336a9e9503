import type { Page } from 'puppeteer-core'
import type { Theme } from '../../server/console/page/theme.ts'
import { WAIT_MS } from './has-text.ts'

/** Waits until a log has more lines than now: at least this many more. */
export async function waitForLines(page: Page, more: number): Promise<void> {
  const before = await page.$$eval('.log .line', (lines) => lines.length)
  await page.waitForFunction(
    (count: number) => document.querySelectorAll('.log .line').length >= count,
    { timeout: WAIT_MS },
    before + more,
  )
}

/** Waits until a list has this many objects. */
export async function waitForObjects(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (least: number) =>
      Number(/(\d+) objects/.exec(document.querySelector('.count')?.textContent ?? '')?.[1]) >= least,
    { timeout: 60_000 },
    count,
  )
}

/** Waits until no dialog is open. */
export async function waitForNoDialog(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('dialog') === null)
}

/** Waits until the service has responded to a change of a path. */
export async function waitForChange(page: Page, path: string): Promise<void> {
  await page.waitForResponse(
    (response) => response.request().method() !== 'GET' && new URL(response.url()).pathname === path,
    { timeout: WAIT_MS },
  )
}

/** Waits until the page has a theme, which follows a choice with the next rendering. */
export async function waitForTheme(page: Page, theme: Theme): Promise<void> {
  await page.waitForSelector(`html[data-theme="${theme}"]`, { timeout: WAIT_MS })
}
