import { existsSync } from 'node:fs'
import { launch, type Browser, type Page } from 'puppeteer-core'

/** Places of Chromium in the packages of distributions; CHROMIUM names another. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Returns the path of Chromium; undefined: this machine has none. */
export function findChromium(): string | undefined {
  const { CHROMIUM } = process.env
  return [...(CHROMIUM === undefined ? [] : [CHROMIUM]), ...PLACES].find((path) => existsSync(path))
}

/** Returns the path of Chromium; throws on a machine without. */
export function requireChromium(): string {
  const chromium = findChromium()
  if (chromium === undefined)
    throw new Error('Chromium was not found: install it, or set CHROMIUM to its path')
  return chromium
}

/** Starts Chromium without a window, with further arguments. */
export function openBrowser(executablePath: string, args: readonly string[] = []): Promise<Browser> {
  return launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] })
}

/** A page of the console, and everything that it complained about: errors, and violations of its policy. */
export interface ConsolePage {
  readonly page: Page
  readonly complaints: readonly string[]
}

/** Opens a page of a width; its errors are collected. */
export async function openPage(browser: Browser, width = 1280): Promise<ConsolePage> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width, height: 900 })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      complaints.push(message.text())
  })
  return { page, complaints }
}
