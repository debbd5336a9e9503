/** Writes the pictures of the README from the demo cluster: `node e2e/console/picture.ts`. */
import { join } from 'node:path'
import { startDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { serveWarm } from '../support/serve.ts'
import { clickOn } from './click-on.ts'
import { hasText } from './has-text.ts'
import { openBrowser, openPage, requireChromium } from './open-browser.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'server', 'console', 'pictures')

const chromium = requireChromium()
const demo = await startDemoCluster()
const service = await serveWarm(demo.url, demo.token)
const base = `http://127.0.0.1:${service.port}`
await call(base, 'POST', '/api/settings', { hasCompletedWelcome: true })
const browser = await openBrowser(chromium)
for (const theme of ['light', 'dark'] as const) {
  const { page } = await openPage(browser)
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 1.5 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
  await page.goto(base)
  await hasText(page, '.bar-label', 'CPU requested')
  await hasText(page, '.finding', 'exit code 1')
  await clickOn(page, '.finding ::-p-text(exit code 1)')
  await page.mouse.move(640, 790)
  await page.screenshot({ path: join(FOLDER, `overview-${theme}.webp`), type: 'webp', quality: 80 })
  await page.browserContext().close()
}
await browser.close()
await service.stop()
await demo.close()
