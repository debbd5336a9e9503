import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { expect } from 'chai'
import { openServer } from '../../server/testing/open-server.ts'
import { Authority } from '../support/certificates.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import { openTarget } from '../support/target.ts'
import { clickOn } from './click-on.ts'
import { hasText } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { faultsOf } from './violations.ts'

const VIEW = '?view=notifications'

describe('notifications in the console', () => {
  const visitor = useBrowser()
  let status = 204
  let settings: Readonly<Record<string, unknown>>
  before(async () => {
    const folder = openFolder('notifications')
    const authority = await Authority.create(folder, 'ca')
    const pair = await authority.issue('127.0.0.1', 'subjectAltName=IP:127.0.0.1')
    const receiver = createServer(pair, (request, response) => {
      request.resume().on('end', () => response.writeHead(status).end())
    })
    const port = await openServer(receiver)
    const [notificationsCaFile, file] = [join(folder, 'receivers.crt'), join(folder, 'url')]
    writeFileSync(notificationsCaFile, authority.pem)
    writeFileSync(file, `https://127.0.0.1:${port}/canary-url`)
    settings = {
      notifications: true,
      notificationsCaFile,
      notificationsChannels: { ops: { type: 'webhook', urlFrom: { file }, minSeverity: 'critical' } },
      notificationsFor: '1s',
      notificationsGroupWait: '1s',
    }
  })
  const serve = async (added: Readonly<Record<string, unknown>> = {}) => {
    const demo = await openDemoCluster()
    const { port } = await serveCluster(demo.url, demo.token, { settings: { ...settings, ...added } })
    return `http://127.0.0.1:${port}`
  }

  it('lists what fires with its object, counts it in the navigation, and mutes that for the reader', async () => {
    const base = await serve()
    await call(base, 'POST', '/api/settings', { autoRefreshInterval: 5, notificationsEnabled: true })
    await visitor.visit(`${base}/${VIEW}`, async (page) => {
      await hasText(page, '.card li', 'payments')
      await hasText(page, '.card li a', 'Deployment payments/payments')
      const links = await page.$$eval('.card li a', (all) =>
        all.map(({ search }: HTMLAnchorElement) => search),
      )
      expect(links.every((query) => new URLSearchParams(query).get('context') === 'test')).to.equal(true)
      await hasText(page, 'nav .badge', '')
      expect(await page.evaluate(() => document.body.innerText)).to.not.include('canary-url')
      expect(await faultsOf(page)).to.deep.equal([])
      await clickOn(page, '.switches label:last-child input')
      await page.waitForFunction(() => document.querySelector('.badge') === null)
    })
    expect((await call(base, 'GET', '/api/settings')).json['notificationsEnabled']).to.equal(false)
  }).timeout(90_000)

  it('sends a test message, and says whether and why not it was delivered', async () => {
    const base = await serve()
    await visitor.visit(`${base}/${VIEW}`, async (page) => {
      await hasText(page, 'h3', 'ops')
      await hasText(page, '.card', 'from severity critical, set by the operator of this service')
      await clickOn(page, '.card .filters button')
      await hasText(page, '[role=status].good', 'The test was delivered after')
      status = 503
      await clickOn(page, '.card .filters button')
      await hasText(page, '[role=status].bad', 'The test was not delivered: ')
      status = 204
    })
  })

  it('switches the messages on and off for everyone', async () => {
    const base = await serve()
    const enabled = async () => (await call(base, 'GET', '/api/notifications')).json['enabled']
    await visitor.visit(`${base}/${VIEW}`, async (page) => {
      await hasText(page, 'h3', 'Switches')
      const before = await enabled()
      const word = before === true ? 'Paused' : 'Active'
      await clickOn(page, '.switches input')
      await hasText(page, '.title .status', word)
      expect(await enabled()).to.equal(before !== true)
    })
  })

  it('lets callers without a write group read alone', async () => {
    const base = await serve({ writeGroups: ['nobody'] })
    await visitor.visit(`${base}/${VIEW}`, async (page) => {
      await hasText(page, 'main', 'The policy of this service allows you no changes')
      await hasText(page, 'h3', 'ops')
      const states = await page.$$eval('.switches input:first-child, .card .filters button', (controls) =>
        controls.map((control) => (control as HTMLInputElement).disabled),
      )
      expect(states).to.include(true)
      expect(
        await page.$eval('.card .filters button', ({ disabled }: HTMLButtonElement) => disabled),
      ).to.equal(true)
    })
  })

  it('says what to set where notifications are not configured', async () => {
    const target = await openTarget()
    await visitor.visit(`${target.api}/${VIEW}`, async (page) => {
      await hasText(page, '.hint', 'Notifications are not configured')
      await hasText(page, '.hint', 'set notifications.enabled')
      await hasText(page, '.empty', 'No channel is set')
    })
  })
})
