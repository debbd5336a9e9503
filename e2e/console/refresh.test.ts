import { expect } from 'chai'
import { openFixture, podsOf } from '../support/fixture.ts'
import { openTarget } from '../support/target.ts'
import { hasText, WAIT_MS } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { waitForLines } from './wait-for.ts'

describe('a refresh in the console', () => {
  const visitor = useBrowser()

  it('keeps the last detail and its open log beside an error, marked as old, until the next read succeeds', async () => {
    const target = await openTarget()
    const { namespace, labels } = await openFixture(target)
    const name = (await podsOf(target, namespace, labels))[0]?.metadata.name ?? ''
    // A change that the items of a list show: the stream sends no other.
    const touch = async (podIP: string) => {
      const { status, body } = await target.kube.call(
        'PATCH',
        `/api/v1/namespaces/${namespace}/pods/${name}/status`,
        {
          status: { podIP },
        },
      )
      expect(status, JSON.stringify(body)).to.equal(200)
    }
    await visitor.visit(
      `${target.api}/?view=detail&kind=pods&name=${name}&in=${namespace}&tab=logs`,
      async (page) => {
        let fails = false
        await page.setRequestInterception(true)
        page.on('request', (request) => {
          const isDetail = new URL(request.url()).pathname === `/api/pods/${name}`
          const failure = { status: 503, contentType: 'application/json', body: '{"error":"overloaded"}' }
          void (fails && isDetail ? request.respond(failure) : request.continue())
        })
        await page.waitForSelector('.log .line', { timeout: WAIT_MS })
        const log = await page.$('.log')
        const isOpen = () => log?.evaluate((element) => element.isConnected)
        fails = true
        await touch('10.244.9.1')
        await hasText(page, '.problem', 'overloaded')
        await hasText(page, 'main p', 'Old: this was read at')
        await waitForLines(page, 1)
        expect(await isOpen()).to.equal(true)
        await hasText(page, '.title .status', 'Running')
        fails = false
        await touch('10.244.9.2')
        await page.waitForFunction(() => document.querySelector('.problem') === null, { timeout: WAIT_MS })
        expect(await isOpen()).to.equal(true)
      },
      { allowed: /503/ },
    )
  })
})
