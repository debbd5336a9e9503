/**
 * Measures the console on the demo cluster with 10,000 Pods: first paint, reaction to a key under 100 updates a second, and
 * memory over MINUTES (10) live. Prints a ConsoleFigure as JSON in each line. CHROMIUM is the path of Chromium. `make bench`
 * runs it as C1 to C3.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'puppeteer-core'
import { pod } from '../support/churn.ts'
import { startDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { serveWarm } from '../support/serve.ts'
import { hasText } from './has-text.ts'
import { openBrowser, openPage, requireChromium } from './open-browser.ts'
import { waitForObjects } from './wait-for.ts'

/** A figure of the console, measured several times. */
export interface ConsoleFigure {
  readonly id: string
  readonly scenario: string
  readonly unit: 'ms' | 'MiB'
  readonly values: readonly number[]
}

const PODS = 10_000
const UPDATES_PER_S = 100
/** Updates that are made at once: a timer is not exact enough for each. */
const BATCH = 5
const KEYS = 60

async function measure(): Promise<void> {
  const minutes = Number(process.env['MINUTES'] ?? '10')
  const chromium = requireChromium()
  const demo = await startDemoCluster({ bulk: { pods: PODS } })
  const service = await serveWarm(demo.url, demo.token)
  const address = `http://127.0.0.1:${service.port}`
  const browser = await openBrowser(chromium)
  try {
    await measurePaint(browser, address)
    const stop = update(demo)
    await measureReaction(browser, address)
    await measureMemory(browser, address, minutes)
    stop()
  } finally {
    await browser.close()
    await service.stop()
    await demo.close()
  }
}

async function measurePaint(browser: Browser, address: string): Promise<void> {
  const paints: number[] = []
  const whole: number[] = []
  for (let visit = 0; visit < 10; visit++) {
    const { page } = await openPage(browser)
    const start = performance.now()
    await page.goto(address)
    await hasText(page, '.health', 'of 100')
    whole.push(performance.now() - start)
    paints.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN),
    )
    await page.browserContext().close()
  }
  report({ id: 'C1', scenario: 'first contentful paint of the overview', unit: 'ms', values: paints })
  report({ id: 'C1', scenario: 'until the overview shows the health', unit: 'ms', values: whole })
}

/** Changes Pods at a steady rate; returns a function that stops. */
function update(demo: DemoCluster): () => void {
  let count = 0
  const timer = setInterval(
    () => {
      for (let one = 0; one < BATCH; one++) {
        count++
        demo.apply(pod(`updated-${count % 50}`, count % 3 === 0 ? 'Pending' : 'Running'))
      }
    },
    (1000 * BATCH) / UPDATES_PER_S,
  )
  return () => clearInterval(timer)
}

async function openList(browser: Browser, address: string): Promise<Page> {
  const { page } = await openPage(browser)
  await page.goto(`${address}/?view=list&kind=pods`)
  await waitForObjects(page, PODS)
  return page
}

/** Types into the filter, and takes the time from each key to the next frame that is drawn. */
async function measureReaction(browser: Browser, address: string): Promise<void> {
  const start = performance.now()
  const page = await openList(browser, address)
  const opened = performance.now() - start
  report({
    id: 'C2',
    scenario: `until the list shows ${PODS.toLocaleString('en')} Pods`,
    unit: 'ms',
    values: [opened],
  })
  await page.focus('#filter')
  const times = await page.evaluateHandle(() => {
    const reactions: number[] = []
    document.querySelector('#filter')?.addEventListener('input', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => reactions.push(performance.now() - timeStamp)))
    })
    return reactions
  })
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 8 < 4 ? 'a' : 'Backspace')
    await wait(100)
  }
  const scenario = `from a key to the filtered list, ${UPDATES_PER_S} updates/s`
  report({ id: 'C2', scenario, unit: 'ms', values: await times.jsonValue() })
  await page.browserContext().close()
}

async function measureMemory(browser: Browser, address: string, minutes: number): Promise<void> {
  const page = await openList(browser, address)
  const heap = async (): Promise<number> => {
    const session = await page.createCDPSession()
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    await session.detach()
    return usedSize / 1024 / 1024
  }
  for (let minute = 0; minute <= minutes; minute++) {
    if (minute > 0) await wait(60_000)
    const size = await heap()
    if (minute === 0 || minute === 1 || minute === minutes)
      report({ id: 'C3', scenario: `heap of the page after ${minute} minutes`, unit: 'MiB', values: [size] })
  }
  await page.browserContext().close()
}

function report(figure: ConsoleFigure): void {
  console.log(JSON.stringify(figure))
}

await measure()
