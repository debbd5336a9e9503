import { expect } from 'chai'
import { clickOn } from './click-on.ts'
import { hasText, WAIT_MS } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { waitForLines } from './wait-for.ts'
import { openFixture, podsOf, type Fixture } from '../support/fixture.ts'
import { openTarget, type Target } from '../support/target.ts'

describe('the main path in the console', function () {
  this.timeout(300_000)
  const visitor = useBrowser()
  let target: Target
  let fixture: Fixture
  let pod: string
  before(async () => {
    target = await openTarget()
    fixture = await openFixture(target)
    pod = (await podsOf(target, fixture.namespace, fixture.labels))[0]?.metadata.name ?? ''
  })
  const addressOf = (query: string) => `${target.api}/?${query}`
  const detail = (kind: string, name: string) =>
    `view=detail&kind=${kind}&name=${name}&in=${fixture.namespace}`

  it('shows the health, findings and Nodes of the cluster, and is live', () =>
    visitor.visit(
      addressOf(''),
      async (page) => {
        await hasText(page, '.liveness', 'live')
        for (const heading of ['Health', 'Findings', 'Workloads', 'Nodes', 'Warnings of the last hour'])
          await hasText(page, 'h3', heading)
        await hasText(page, '.bar-label', 'CPU requested')
      },
      // A cluster without metrics-server has no usage.
      { allowed: /503/ },
    ))

  it('lists Pods and opens one', () =>
    visitor.visit(
      addressOf(`view=list&kind=pods&q=${pod}`),
      async (page) => {
        await hasText(page, 'td a', pod)
        await clickOn(page, 'td a')
        await hasText(page, '.title .status', 'Running')
        for (const heading of ['Findings', 'Related objects', 'Conditions'])
          await hasText(page, 'h3', heading)
        await hasText(page, '.tree', 'ReplicaSet')
      },
      { allowed: /503/ },
    ))

  it('follows the log of a Pod', () =>
    visitor.visit(addressOf(`${detail('pods', pod)}&tab=logs`), async (page) => {
      await page.waitForSelector('.log .line', { timeout: WAIT_MS })
      await waitForLines(page, 1)
      await hasText(page, '.log-card .liveness', 'live')
    }))

  it('restarts a Deployment, and follows it to the end', () =>
    visitor.visit(
      addressOf(detail('deployments', fixture.deployment)),
      async (page) => {
        await hasText(page, '.title .status', 'Available')
        const before = new Set(
          (await podsOf(target, fixture.namespace, fixture.labels)).map(({ metadata }) => metadata.uid),
        )
        await clickOn(page, '.restart button')
        await hasText(page, 'dialog', 'step by step')
        await clickOn(page, 'dialog .primary')
        await hasText(page, '.progress', 'was restarted')
        await page.waitForFunction(
          () => document.querySelector('.progress')?.textContent?.includes('Done after') === true,
          { timeout: target.patienceMs },
        )
        const running = (await podsOf(target, fixture.namespace, fixture.labels)).filter(
          ({ metadata }) => metadata['deletionTimestamp'] === undefined,
        )
        expect(running.filter(({ metadata }) => before.has(metadata.uid))).to.deep.equal([])
      },
      { allowed: /503/ },
    ))
})
