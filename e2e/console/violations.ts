import axe from 'axe-core'
import type { Page } from 'puppeteer-core'

/** Returns the rules of axe that a page violates, each with the elements. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  // In the page, `axe` is the global that its source sets.
  const results = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }))
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  )
}

/** Returns the pixels that the content of a page needs from left to right. */
export function contentWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

/** Returns what is wrong with a page for people who do not see it, or see it on a narrow device. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const width = page.viewport()?.width
  await page.setViewport({ width: 360, height: 900 })
  const needed = await contentWidth(page)
  await page.setViewport({ width: width ?? 1280, height: 900 })
  return [...(needed > 360 ? [`needs ${needed} pixels`] : []), ...(await violations(page))]
}
