import { expect } from 'chai'
import { routes } from '../../server/app/routes.ts'
import { AUDIENCE } from '../support/callers.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import type { Browser } from '../support/browser.ts'
import { OWN, SigningIn } from '../support/signing-in.ts'

const FILE = { filePath: 'a.yaml', content: 'x' }

describe('settings of accounts', () => {
  let stage: SigningIn

  before(async () => {
    stage = await SigningIn.open()
  })
  beforeEach(() => stage.reset())

  const post = async (browser: Browser, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', origin: OWN }
    const page = await browser.send('POST', `${OWN}/api/settings${path}`, JSON.stringify(body), headers)
    expect(page.status, page.text).to.equal(200)
  }
  const get = async (browser: Browser, path: string) =>
    JSON.parse((await browser.get(`${OWN}/api/settings${path}`)).text) as Record<string, unknown>

  it('keep edited files from another account that has the name now [K5]', async () => {
    const replica = await stage.replica()
    const first = stage.browser(replica)
    await stage.signIn(first)
    await post(first, '/repohost/basket', FILE)
    await post(first, '/sidebar-pins', { path: '/pods', pinned: true })
    const again = stage.browser(replica)
    await stage.signIn(again)
    expect(await get(again, '/repohost/basket'), 'the same account').to.deep.equal({ basket: [FILE] })
    stage.issuer.account = { sub: '4712', preferred_username: 'ada', groups: ['ops'] }
    const second = stage.browser(replica)
    await stage.signIn(second)
    expect(await get(second, '/repohost/basket')).to.deep.equal({ basket: [] })
    expect(await get(second, '/sidebar-pins')).to.deep.equal({ pinned: ['/pods'] })
    expect(await get(first, '/repohost/basket')).to.deep.equal({ basket: [FILE] })
    await post(second, '/sidebar-pins', { path: '/nodes', pinned: true })
    expect(await get(first, '/repohost/basket')).to.deep.equal({ basket: [] })
  })
})

describe('routes of settings', () => {
  const own = routes.filter(({ path }) => path.startsWith('/api/settings'))

  it('exist for each pair of the API, as reads for the policy, personal, and without a cluster', () => {
    expect(own.map(({ method, path }) => `${method} ${path.replace('/api/settings', '')}`)).to.have.members([
      'GET ',
      'POST ',
      'DELETE ',
      'GET /aliases',
      'POST /aliases',
      'DELETE /aliases',
      'GET /critical-issues',
      'POST /critical-issues',
      'GET /sidebar-pins',
      'POST /sidebar-pins',
      'GET /repohost',
      'POST /repohost',
      'GET /repohost/basket',
      'POST /repohost/basket',
      'DELETE /repohost/basket',
      'GET /repohost/prs',
      'POST /repohost/prs',
      'DELETE /repohost/prs',
      'POST /migrate',
    ])
    for (const { action, cacheable, contextual, access } of own)
      expect({ action, cacheable, contextual, access }).to.deep.equal({
        action: 'read',
        cacheable: false,
        contextual: false,
        access: [],
      })
  })

  it('never come from the response cache, like all that belong to a person', () => {
    const personal = routes.filter(({ path }) =>
      ['/api/settings', '/api/repohost', '/api/ai', '/api/about', '/values'].some((part) =>
        path.includes(part),
      ),
    )
    expect(personal.length).to.be.above(own.length)
    for (const { cacheable, path } of personal) expect(cacheable, path).to.equal(false)
  })

  it('may be changed by callers who may only read, and by nobody else, nor by pages of other sites [S4]', async () => {
    const demo = await openDemoCluster({ controllers: false })
    const settings = {
      tokenAudiences: [AUDIENCE],
      loopback: false,
      readGroups: ['readers'],
      writeGroups: ['ops'],
    }
    const { port } = await serveCluster(demo.url, demo.token, { settings })
    const ask = async (method: string, headers: Record<string, string>) =>
      call(`http://127.0.0.1:${port}`, method, '/api/settings', method === 'POST' ? {} : undefined, headers)
    const bearer = (group: string) => ({
      authorization: `Bearer ${demo.addToken({ username: group, groups: [group] }, [AUDIENCE])}`,
    })
    const [reader, stranger] = [bearer('readers'), bearer('others')]
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await ask(method, reader)).status, method).to.equal(200)
      expect((await ask(method, stranger)).status, method).to.equal(403)
      expect((await ask(method, {})).status, method).to.equal(401)
    }
    for (const method of ['POST', 'DELETE'])
      expect((await ask(method, { ...reader, origin: 'https://evil.example' })).status, method).to.equal(403)
  })
})
