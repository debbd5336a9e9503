import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { serveHost, type ServedHost } from '../repohost/served.ts'
import { call } from '../support/http.ts'
import { openTarget } from '../support/target.ts'
import { clickOn } from './click-on.ts'
import { hasText, WAIT_MS } from './has-text.ts'
import { useBrowser } from './use-browser.ts'
import { contentWidth, faultsOf } from './violations.ts'
import { waitForNoDialog } from './wait-for.ts'

const CART = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: cart
  namespace: shop
spec:
  replicas: 2
`
const FILE = '?view=detail&kind=deployments&name=cart&in=shop&tab=file'
type Repository = Awaited<ReturnType<ServedHost['create']>>

describe('files of a repository in the console', () => {
  const visitor = useBrowser()
  let served: ServedHost
  let repository: Repository
  let fullName: string
  before(async () => {
    served = await serveHost()
    repository = await served.create({ 'apps/cart.yaml': CART, 'apps/other.yaml': 'a: 1\n' })
    fullName = `${repository.owner}/${repository.name}`
  })
  const addressOf = (query: string, { base } = served) => `${base}/${query}`
  const choose = async (page: Page) => {
    await page.waitForSelector('#repository option:nth-child(2)', { timeout: WAIT_MS })
    await page.select('#repository', fullName)
  }
  const edit = async (page: Page, text: string) => {
    await page.waitForSelector('.card button:not([disabled]) ::-p-text(Edit)', { timeout: WAIT_MS })
    await clickOn(page, '.card ::-p-text(Edit)')
    await page.focus('#file-text')
    await page.keyboard.down('Control')
    await page.keyboard.press('End')
    await page.keyboard.up('Control')
    await page.keyboard.type(text)
  }

  it('shows the file behind a Deployment, with the confidence and its reason', () =>
    visitor.visit(addressOf(FILE), async (page) => {
      await hasText(page, '.card', 'by the credential of this service')
      await choose(page)
      await hasText(page, '.card p', 'apps/cart.yaml is the file with')
      await hasText(page, '.card p', 'confidence: ')
      await hasText(page, 'pre', 'replicas: 2')
      expect(await faultsOf(page)).to.deep.equal([])
    }))

  it('leads an edit through the basket and a pull request to the merge, after a confirmation', () =>
    visitor.visit(addressOf(FILE), async (page) => {
      await hasText(page, 'pre', 'replicas: 2')
      await edit(page, '  paused: true\n')
      await hasText(page, '.diff .added', '  paused: true')
      expect(await faultsOf(page)).to.deep.equal([])
      await clickOn(page, '.card .primary')
      await hasText(page, '[role=status]', 'The edit is in your basket')
      await clickOn(page, '[role=status] a')
      await hasText(page, 'h3', fullName)
      await hasText(page, '.diff .added', '  paused: true')
      expect(await faultsOf(page)).to.deep.equal([])
      await clickOn(page, 'form .primary')
      await hasText(page, '.plain-list .status', 'open')
      await hasText(page, '.plain-list li', 'for shop/cart')
      await hasText(page, '.empty', 'No file is edited')
      expect(repository.pulls.map(({ title }) => title)).to.deep.equal(['chore(shop): update cart'])
      await clickOn(page, '.plain-list button ::-p-text(Merge…)')
      await hasText(page, 'dialog', 'Whatever deploys from that branch then changes the cluster.')
      expect(await faultsOf(page)).to.deep.equal([])
      expect(await repository.git.text('show', 'main:apps/cart.yaml')).to.equal(CART.trim())
      await clickOn(page, 'dialog .primary')
      await waitForNoDialog(page)
      await hasText(page, '.plain-list .status', 'merged')
      expect(await repository.git.text('show', 'main:apps/cart.yaml')).to.match(/paused: true$/)
    })).timeout(120_000)

  it('says that a file has changed since it was edited, and keeps the edit', () =>
    visitor.visit(
      addressOf(FILE),
      async (page) => {
        await hasText(page, 'pre', 'paused: true')
        await edit(page, '  minReadySeconds: 5\n')
        await clickOn(page, '.card .primary')
        await hasText(page, '[role=status]', 'The edit is in your basket')
        await repository.git.push('main', { 'apps/cart.yaml': `${CART}# somebody else\n` })
        await clickOn(page, '[role=status] a')
        await hasText(page, 'h3', fullName)
        await clickOn(page, 'form .primary')
        await hasText(page, '.problem', 'has changed since')
        await clickOn(page, '.card details button')
        await hasText(page, '.empty', 'No file is edited')
      },
      { allowed: /409/ },
    ))

  it('opens one pull request for all edited files of a branch', async () => {
    const several = await served.create({ 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' })
    for (const filePath of ['a.yaml', 'b.yaml']) {
      const originalContent = `${filePath[0]}: 1\n`
      const file = { ...several.query, branch: 'main', filePath, originalContent, content: 'c: 2\n' }
      expect((await call(served.base, 'POST', '/api/settings/repohost/basket', file)).status).to.equal(200)
    }
    await visitor.visit(addressOf('?view=basket'), async (page) => {
      await hasText(page, 'summary', 'b.yaml')
      await page.type('.grow input', 'Two files')
      await clickOn(page, 'form .primary')
      await hasText(page, '.plain-list .status', 'open')
      await hasText(page, '.empty', 'No file is edited')
    })
    const [pull, ...others] = several.pulls
    expect([pull?.title, others.length]).to.deep.equal(['Two files', 0])
    expect(await several.git.text('diff', '--name-only', 'main', pull?.head ?? '')).to.equal('a.yaml\nb.yaml')
  })

  it('offers no second pull request for edits that could not be taken out of the basket', async () => {
    const kept = await served.create({ 'a.yaml': 'a: 1\n' })
    const file = {
      ...kept.query,
      branch: 'main',
      filePath: 'a.yaml',
      originalContent: 'a: 1\n',
      content: 'a: 2\n',
    }
    expect((await call(served.base, 'POST', '/api/settings/repohost/basket', file)).status).to.equal(200)
    await visitor.visit(
      addressOf('?view=basket'),
      async (page) => {
        await hasText(page, 'summary', 'a.yaml')
        await page.setRequestInterception(true)
        page.on('request', (request) => {
          const isRemoval = request.method() === 'DELETE' && request.url().includes('/basket')
          void (isRemoval ? request.respond({ status: 503, body: '{}' }) : request.continue())
        })
        await clickOn(page, 'form .primary')
        await hasText(page, '.plain-list .status', 'open')
        await hasText(page, '.problem', 'Request failed')
        await hasText(page, '.card', 'The pull request is open. Discard the edits that are still here.')
        expect(await page.$('form .primary')).to.equal(null)
      },
      { allowed: /503/ },
    )
    expect(kept.pulls.length).to.equal(1)
    expect((await call(served.base, 'DELETE', '/api/settings/repohost/basket')).status).to.equal(200)
  })

  it('shows paths and contents of files as text', async () => {
    const markup = '<img src=x onerror=document.title=1>'
    const hostile = await served.create({ [`apps/${markup}.yaml`]: `${CART}# ${markup}\u202e\n` })
    const repo = { ...hostile.query, branch: 'main' }
    expect((await call(served.base, 'POST', '/api/settings/repohost', { repo })).status).to.equal(200)
    await visitor.visit(
      addressOf(FILE),
      async (page) => {
        await hasText(page, '.card p strong', markup)
        await hasText(page, '.card pre', `# ${markup}`)
        await edit(page, '  paused: true\n')
        await hasText(page, '.diff', '# <img')
        expect(await page.$$('main img, main script')).to.deep.equal([])
        expect(await contentWidth(page)).to.be.at.most(360)
      },
      { width: 360 },
    )
  })

  it('lists a pull request of an earlier visit with its object, and forgets it', async () => {
    const url = `${served.host.url.replace('http:', 'https:')}/${fullName}/pull/9`
    const pending = {
      deploymentName: 'web',
      namespace: 'shop',
      prNumber: 9,
      url,
      ...repository.query,
      branch: 'main',
    }
    expect((await call(served.base, 'POST', '/api/settings/repohost/prs', pending)).status).to.equal(200)
    await visitor.visit(addressOf('?view=basket'), async (page) => {
      await hasText(page, '.plain-list li', `${fullName}#9`)
      await hasText(page, '.plain-list li', 'state not known for shop/web')
      await clickOn(page, '.plain-list ::-p-text(Remove)')
      await hasText(page, '.card', 'None was opened from here.')
    })
  })

  it('says what to set where no host is configured, and where the credential is for nobody', async () => {
    const none = await serveHost({ repohostShared: 'none' }, { host: served.host })
    await visitor.visit(addressOf(FILE, none), async (page) => {
      await hasText(page, '.card', 'Not connected to')
      await hasText(page, '.card', 'set repohost.shared to read or write')
    })
    const unset = await openTarget()
    await visitor.visit(`${unset.api}/${FILE}`, async (page) => {
      await hasText(page, '.hint', 'No repository host is configured')
      await hasText(page, '.hint', 'To have them: ')
    })
  })

  it('offers no edit where the credential is for reads', async () => {
    const reads = await serveHost({ repohostShared: 'read' }, { host: served.host })
    await visitor.visit(addressOf(FILE, reads), async (page) => {
      await hasText(page, '.card', 'Changes are not allowed.')
      await choose(page)
      await hasText(page, 'pre', 'replicas: 2')
      expect(
        await page.$eval('.card .buttons button', ({ disabled }: HTMLButtonElement) => disabled),
      ).to.equal(true)
    })
  })
})
