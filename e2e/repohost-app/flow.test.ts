import { expect } from 'chai'
import { CHANGE } from '../repohost/served.ts'
import type { Browser, Page } from '../support/browser.ts'
import { INSTALLATION } from '../support/git-host/oauth-pages.ts'
import { cookiesOf, OWN } from '../support/signing-in.ts'
import { AppStage, CALLBACK, CONNECT, jsonOf, type Replica } from './stage.ts'

const COOKIE = '__Host-cluster-inspector.repohost'
const MINUTE = 60_000

describe('the connection of an account at the repository host', () => {
  let stage: AppStage
  let service: Replica
  let offsetMs = 0
  before(async () => {
    stage = await AppStage.open()
    service = await stage.serve(stage.hostSettings(), { clock: () => Date.now() + offsetMs })
  })
  afterEach(() => {
    offsetMs = 0
    stage.host.lift()
    stage.host.oauth.decision = 'agree'
    stage.host.oauth.setup = 'install'
    stage.signingIn.issuer.account = { sub: '4711', preferred_username: 'ada', groups: ['ops'] }
    expect(stage.host.differences).to.deep.equal([])
  })

  let people = 0
  /** Returns a browser of a person who has connected nothing so far. */
  const visit = async (replica = service): Promise<Browser> => {
    const name = `person-${++people}`
    stage.signingIn.issuer.account = { sub: name, preferred_username: name, groups: [] }
    return stage.browser(replica)
  }
  const get = async (browser: Browser, path: string): Promise<Page> => browser.get(`${OWN}/api/${path}`)
  const status = async (browser: Browser) => jsonOf(await get(browser, 'repohost/auth-status'))
  const exchanges = (): number =>
    stage.host.requests.filter(({ path }) => path === '/login/oauth/access_token').length
  /** Expects a callback to be 400 because of one parameter, without a request to the host. */
  const refuses = async (browser: Browser, url: string, name: string): Promise<void> => {
    const before = exchanges()
    const page = await browser.get(url)
    expect([page.status, page.location], page.text).to.deep.equal([400, undefined])
    expect((jsonOf(page)['issues'] as { name: string }[]).map((issue) => issue.name)).to.deep.equal([name])
    expect(exchanges()).to.equal(before)
  }

  it('leads to the host and back to the path, with PKCE and a cookie for this host alone', async () => {
    const browser = await visit()
    expect(await status(browser)).to.include({
      authenticated: false,
      via: 'none',
      connectUrl: '/api/repohost-app/connect',
      installUrl: '/api/repohost-app/connect?install=true',
    })
    const page = await browser.get(`${CONNECT}?return=/%3Fview%3Dgit%26q%3D%25`)
    const url = new URL(page.location ?? '')
    expect([page.status, url.origin + url.pathname]).to.deep.equal([
      303,
      `${stage.host.url}/login/oauth/authorize`,
    ])
    expect(Object.fromEntries(url.searchParams)).to.include({
      response_type: 'code',
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
    })
    const [cookie = ''] = page.headers['set-cookie'] ?? []
    expect(cookie).to.match(
      /^__Host-cluster-inspector\.repohost=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(page.headers['cache-control']).to.equal('no-store')
    const { url: callback } = await browser.follow(CONNECT, page, '/api/repohost-app/callback')
    expect((await browser.get(callback)).location).to.equal('/?view=git&q=%')
    expect(await status(browser)).to.include({ authenticated: true, via: 'app-user', login: 'ada' })
    expect(await status(browser)).to.not.have.property('connectUrl')
    expect(cookiesOf(browser).has(COOKIE), 'the cookie is deleted').to.equal(false)
  })

  it('reads and writes with the rights of the person, and asks others to connect', async () => {
    const browser = await visit()
    const tree = 'repohost/tree?owner=shop&repo=web'
    const refused = await get(browser, tree)
    expect([refused.status, jsonOf(refused)['connectUrl']]).to.deep.equal([401, '/api/repohost-app/connect'])
    await stage.connect(browser)
    expect((await get(browser, tree)).status).to.equal(200)
    const repos = jsonOf(await get(browser, 'repohost/repos'))
    expect(JSON.stringify(repos)).to.include('"fullName":"shop/web"')
    const body = JSON.stringify({ owner: 'shop', repo: 'web', ...CHANGE, content: `a: ${people}\n` })
    const headers = { 'content-type': 'application/json', origin: OWN }
    const made = await browser.send('POST', `${OWN}/api/repohost/create-pr`, body, headers)
    expect(made.status, made.text).to.equal(201)
    expect((await get(await visit(), tree)).status).to.equal(401)
  })

  it('lists installations and their repositories', async () => {
    const browser = await visit()
    expect((await get(browser, 'repohost-app/installations')).status).to.equal(401)
    await stage.connect(browser)
    expect(jsonOf(await get(browser, 'repohost-app/installations'))).to.deep.equal({
      installations: [
        {
          id: INSTALLATION,
          account: { login: 'shop', type: 'Organization', avatarUrl: 'https://avatars.example.com/u/1' },
          repositorySelection: 'selected',
        },
      ],
    })
    for (const query of ['', `?installation=${INSTALLATION}`]) {
      const { repositories } = jsonOf(await get(browser, `repohost-app/repositories${query}`))
      expect((repositories as { fullName: string }[]).map(({ fullName }) => fullName)).to.deep.equal([
        'shop/web',
      ])
    }
    expect((await get(browser, 'repohost-app/repositories?installation=43')).status).to.equal(404)
    const limited = jsonOf(await get(browser, 'repohost-app/repositories?limit=1'))
    expect(limited).to.not.have.property('continue')
  })

  it('lists the repositories of several installations, and continues within and between them', async () => {
    const { host } = stage
    const added = ['other/a', 'other/b', 'third/c']
    for (const name of added) await host.create(name)
    host.oauth.installations = ['shop', 'other', 'third']
    const browser = await visit()
    await stage.connect(browser)
    const expected = ['shop/web', ...added]
    const namesOf = (json: Record<string, unknown>): string[] =>
      (json['repositories'] as { fullName: string }[]).map(({ fullName }) => fullName)
    expect(namesOf(jsonOf(await get(browser, 'repohost-app/repositories')))).to.deep.equal(expected)
    const paged: string[] = []
    let token: string | undefined = ''
    while (token !== undefined) {
      const query: string = token === '' ? '' : `&continue=${token}`
      const json = jsonOf(await get(browser, `repohost-app/repositories?limit=1${query}`))
      paged.push(...namesOf(json))
      token = json['continue'] as string | undefined
    }
    expect(paged).to.deep.equal(expected)
    const { installations } = jsonOf(await get(browser, 'repohost-app/installations?limit=2'))
    expect(installations).to.have.length(2)
    const own = await get(browser, `repohost-app/repositories?installation=${INSTALLATION + 1}`)
    expect(namesOf(jsonOf(own))).to.deep.equal(['other/a', 'other/b'])
    // A list of another filter is another list.
    const first = jsonOf(await get(browser, 'repohost-app/repositories?limit=1'))['continue'] as string
    const mixed = await get(browser, `repohost-app/repositories?installation=42&continue=${first}`)
    expect(mixed.status).to.equal(400)
    host.oauth.installations = ['shop']
    host.repositories.length -= added.length
  })

  it('forgets the account first, and then revokes its token', async () => {
    const browser = await visit()
    const logout = async () =>
      browser.send('POST', `${OWN}/api/repohost-app/logout`, undefined, { origin: OWN })
    expect(jsonOf(await logout())).to.deep.equal({ success: true, revoked: false })
    await stage.connect(browser)
    let via: unknown
    stage.host.fault(/^DELETE \/applications\//, async (_, response, proceed) => {
      via = (await status(browser))['via']
      response.writeHead((await proceed()).status).end()
    })
    const count = stage.host.tokens.size
    expect(jsonOf(await logout())).to.deep.equal({ success: true, revoked: true })
    expect([via, stage.host.tokens.size]).to.deep.equal(['none', count - 1])
    await stage.connect(browser)
    stage.host.fault(/^DELETE/, (_, response) => void response.writeHead(502).end())
    expect(jsonOf(await logout())).to.deep.equal({ success: true, revoked: false })
    expect((await status(browser))['via']).to.equal('none')
  })

  it('returns to the path if the person does not agree', async () => {
    const browser = await visit()
    stage.host.oauth.decision = 'deny'
    const page = await browser.get(await stage.begin(browser, '?return=/%3Fview%3Dgit'))
    expect([page.status, page.location]).to.deep.equal([303, '/?view=git&repohost=denied'])
    expect(await status(browser)).to.include({ via: 'none' })
  })

  it('names another error of the host, and connects nothing', async () => {
    const browser = await visit()
    const { searchParams } = new URL(await stage.begin(browser))
    const state = searchParams.get('state') ?? ''
    await refuses(browser, `${CALLBACK}?error=application_suspended&state=${state}`, 'error')
    await refuses(browser, `${CALLBACK}?error=access_denied`, 'state')
  })

  it('exchanges no code of an installation that was begun at the host, and begins a connection', async () => {
    const browser = await visit()
    const before = exchanges()
    const page = await browser.get(`${CALLBACK}?${stage.host.oauth.installedAtHost()}`)
    expect([page.status, page.location, exchanges()]).to.deep.equal([
      303,
      '/api/repohost-app/connect?return=%2F',
      before,
    ])
    const { url } = await browser.follow(CALLBACK, page, '/docs')
    expect(new URL(url).pathname).to.be.oneOf(['/', '/docs'])
    expect(await status(browser)).to.include({ via: 'app-user' })
  })

  it('installs the App, and connects then with a challenge, on the way to the same path', async () => {
    const browser = await visit()
    const installed = await stage.begin(browser, '?install=true&return=/%3Fview%3Dgit')
    expect(new URL(installed).searchParams.get('setup_action')).to.equal('install')
    const before = exchanges()
    const page = await browser.get(installed)
    expect([page.location, exchanges()]).to.deep.equal([
      '/api/repohost-app/connect?return=%2F%3Fview%3Dgit',
      before,
    ])
    const { url } = await browser.follow(installed, page, '/api/repohost-app/callback')
    expect((await browser.get(url)).location).to.equal('/?view=git')
  })

  it('says that an administrator has to approve the installation', async () => {
    const browser = await visit()
    stage.host.oauth.setup = 'request'
    const page = await browser.get(await stage.begin(browser, '?install=true&return=/a%23b'))
    expect([page.status, page.location]).to.deep.equal([303, '/a?repohost=requested#b'])
    const without = await browser.get(`${CALLBACK}?code=x&setup_action=request`)
    expect([without.status, without.location]).to.deep.equal([303, '/?repohost=requested'])
  })

  it('rejects a state that is missing, another one, of another browser or of another caller', async () => {
    const [browser, stranger] = [await visit(), await visit()]
    const callback = new URL(await stage.begin(browser))
    const foreign = new URL(await stage.begin(stranger))
    await refuses(stranger, callback.href, 'state')
    cookiesOf(stranger).set(COOKIE, cookiesOf(browser).get(COOKIE) ?? '')
    await refuses(stranger, callback.href, 'state')
    await refuses(browser, foreign.href, 'state')
    const without = new URL(callback)
    without.searchParams.delete('state')
    const page = await browser.get(without)
    expect(page.location).to.equal('/api/repohost-app/connect?return=%2F')
    await refuses(browser, CALLBACK, 'state')
    const session = cookiesOf(browser)
    const sealed = session.get(COOKIE) ?? ''
    for (const cookie of [undefined, `${sealed.slice(0, -4)}AAAA`, 'x', sealed.toLowerCase()]) {
      if (cookie === undefined) session.delete(COOKIE)
      else session.set(COOKIE, cookie)
      await refuses(browser, callback.href, 'state')
    }
  })

  it('rejects a state after ten minutes, and accepts it until then', async () => {
    const browser = await visit()
    const callback = await stage.begin(browser)
    const cookie = cookiesOf(browser).get(COOKIE) ?? ''
    offsetMs = 10 * MINUTE + 1000
    await refuses(browser, callback, 'state')
    offsetMs = 10 * MINUTE - 2000
    expect((await browser.get(callback)).status).to.equal(303)
    cookiesOf(browser).set(COOKIE, cookie)
    const before = exchanges()
    const replayed = await browser.get(callback)
    expect([replayed.status, exchanges()], 'the host accepts a code once').to.deep.equal([400, before + 1])
    expect(jsonOf(replayed)['error']).to.match(/^code is not accepted/)
    expect(await status(browser)).to.include({ via: 'app-user' })
  })

  it('rejects paths to return to that lead elsewhere', async () => {
    const browser = await visit()
    const paths = [
      '//evil.example',
      '/\\evil.example',
      '///evil.example',
      'https://evil.example',
      'evil',
      '',
      '/\t/evil.example',
      '/\n//evil',
      '/a\r\nset-cookie: b=c',
      '\\/evil',
      '/\u0000',
      '?a',
      '@evil',
      '/.//evil.example',
      '/%2e//evil.example',
      '/a/..//evil.example',
      '/a/../\\evil.example',
      `/${'a'.repeat(1024)}`,
    ]
    for (const path of paths) {
      const page = await browser.get(`${CONNECT}?return=${encodeURIComponent(path)}`)
      expect([page.status, page.location], path).to.deep.equal([400, undefined])
    }
    const longest = `/${'a'.repeat(1023)}`
    const page = await browser.get(await stage.begin(browser, `?return=${longest}`))
    expect(page.location).to.equal(longest)
    const other = await browser.get(await stage.begin(browser, `?return=${encodeURIComponent('/ü?€#a b')}`))
    expect(other.location).to.equal('/%C3%BC?%E2%82%AC#a%20b')
  })

  it('begins ten connections of a caller a minute', async () => {
    const browser = await visit()
    for (let n = 0; n < 10; n++) expect((await browser.get(CONNECT)).status).to.equal(303)
    const page = await browser.get(CONNECT)
    expect([page.status, Number(page.headers['retry-after'])]).to.satisfy(
      ([code, seconds]: [number, number]) => code === 429 && seconds > 0 && seconds <= 60,
    )
    expect((await (await visit()).get(CONNECT)).status).to.equal(303)
  })

  it('refuses HEAD, which has no effect, and requests of other sites that disclose something', async () => {
    const browser = await visit()
    for (const url of [CONNECT, CALLBACK])
      expect((await browser.send('HEAD', url, undefined, {})).status).to.equal(405)
    const other = { 'sec-fetch-site': 'cross-site' }
    for (const path of ['installations', 'repositories'])
      expect((await browser.get(`${OWN}/api/repohost-app/${path}`, other)).status).to.equal(403)
    // The way back comes from the host.
    expect((await browser.get(await stage.begin(browser), other)).status).to.equal(303)
  })

  it('reports that the host refuses the client, or cannot be reached, and keeps nothing', async () => {
    const browser = await visit()
    const answers: [string, RegExp][] = [
      [
        '{"error":"incorrect_client_credentials"}',
        /refuses the OAuth client \(incorrect_client_credentials\)/,
      ],
      ['{"error":"<script>canary</script>"}', /refuses the OAuth client \(an unknown error\)/],
      ['<html>canary</html>', /not one of an OAuth server/],
      ['{"access_token":7}', /not one of an OAuth server/],
    ]
    for (const [body, details] of answers) {
      stage.host.fault(/access_token$/, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      })
      const page = await browser.get(await stage.begin(browser))
      expect([page.status, jsonOf(page)['code']], page.text).to.deep.equal([500, 'INTERNAL_ERROR'])
      expect(jsonOf(page)['details']).to.match(details)
      expect(page.text).to.not.include('canary')
    }
    const { size } = stage.host.tokens
    stage.host.fault(/^GET \/user$/, (_, response) => void response.writeHead(502).end())
    expect((await browser.get(await stage.begin(browser))).status).to.equal(500)
    expect(stage.host.tokens.size, 'a token that nobody uses is revoked').to.equal(size)
    stage.host.fault(/access_token$/, (_, response) => void response.writeHead(503).end())
    const page = await browser.get(await stage.begin(browser))
    expect(jsonOf(page)['details']).to.equal('the host responded with status 503')
    expect(await status(browser)).to.include({ via: 'none' })
  })

  it('renews a token that the host refuses, and forgets an account that it refuses again', async () => {
    const browser = await visit()
    await stage.connect(browser)
    const { oauth, tokens } = stage.host
    const tree = 'repohost/tree?owner=shop&repo=web'
    const latest = [...tokens.keys()].at(-1) ?? ''
    tokens.delete(latest)
    const refreshed = oauth.refreshed
    expect((await get(browser, tree)).status).to.equal(200)
    expect(oauth.refreshed).to.equal(refreshed + 1)
    stage.host.fault(/^GET \/repos\//, (_, response) => void response.writeHead(401).end('{}'), 2)
    const refused = await get(browser, tree)
    expect([refused.status, jsonOf(refused)['connectUrl']]).to.deep.equal([401, '/api/repohost-app/connect'])
    expect(await status(browser)).to.include({ via: 'none', connectUrl: '/api/repohost-app/connect' })
    await stage.connect(browser)
    oauth.revokeAll()
    expect(await status(browser)).to.include({ via: 'none', connectUrl: '/api/repohost-app/connect' })
    expect((await get(browser, tree)).status).to.equal(401)
  })
})
