import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { createLog } from '../../server/telemetry/log.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import type { Browser } from '../support/browser.ts'
import { openEvents } from '../support/events.ts'
import { call } from '../support/http.ts'
import { secondsApart } from '../support/seconds-apart.ts'
import { serveCluster } from '../support/serve.ts'
import { cookiesOf, csrfToken, KEYS, OWN, SESSION, SigningIn } from '../support/signing-in.ts'

const clock = secondsApart()

const RESTART = `${OWN}/api/deployments/storefront/restart`

describe('sign-in sessions [S11]', () => {
  let stage: SigningIn

  before(async () => {
    stage = await SigningIn.open()
  })
  beforeEach(() => stage.reset())

  const pods = async (browser: Browser) => (await browser.get(`${OWN}/api/pods`)).status
  const sessionOf = (browser: Browser) => cookiesOf(browser).get(SESSION) ?? ''
  const restart = (browser: Browser, headers: Record<string, string>) =>
    browser.send('POST', RESTART, '{"namespace":"shop"}', { 'content-type': 'application/json', ...headers })

  it('may what their groups may, by names no other way in can give', async () => {
    const settings = { readGroups: ['oidc:ops', 'oidc:dev'], writeGroups: ['oidc:ops'] }
    const replica = await stage.replica(settings, { clock })
    const own = { origin: OWN }
    const seen: [number, number][] = []
    for (const groups of [['ops'], 'dev', ['others'], []]) {
      stage.issuer.account = { sub: '4711', preferred_username: 'ada', groups }
      const browser = stage.browser(replica)
      await stage.signIn(browser)
      seen.push([await pods(browser), (await restart(browser, own)).status])
    }
    expect(seen).to.deep.equal([
      [200, 200],
      [200, 403],
      [403, 403],
      [403, 403],
    ])
  })

  it('begins no session for names and groups of the cluster, or without a name', async () => {
    const output = new PassThrough()
    const replica = await stage.replica({}, { log: createLog('info', 'json', output) })
    for (const account of [
      { preferred_username: 'system:admin' },
      { preferred_username: 'ada', groups: ['ops', 'system:masters'] },
      { groups: ['ops'] },
      { preferred_username: 'ada\nroot' },
    ]) {
      stage.issuer.account = { sub: '4711', ...account }
      const browser = stage.browser(replica)
      const { url } = await stage.signIn(browser)
      expect(url, JSON.stringify(account)).to.equal(`${OWN}/docs/sign-in?error=AccessDenied`)
      expect(sessionOf(browser)).to.equal('')
      expect(String(output.read()), 'the log says why').to.match(
        /reserved for the cluster|has no user name|control characters/,
      )
    }
  })

  it('change nothing for a page of another origin, or for one that is not said', async () => {
    const browser = stage.browser(await stage.replica({}, { clock }))
    await stage.signIn(browser)
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const refused = await restart(browser, headers)
      expect([refused.status, JSON.parse(refused.text).code], JSON.stringify(headers)).to.deep.equal([
        403,
        'FORBIDDEN',
      ])
    }
    expect((await restart(browser, { origin: OWN })).status).to.equal(200)
    expect(
      (await browser.post(`${OWN}/api/auth/signout`, {}, { origin: 'https://evil.example' })).status,
    ).to.equal(403)
    expect((await browser.post(`${OWN}/api/auth/signout`, { csrfToken: 'x' })).location).to.include(
      'error=MissingCSRF',
    )
    expect(await pods(browser)).to.equal(200)
  })

  it('ignores sessions on pages of allowed origins: those send tokens', async () => {
    const origin = 'https://console.example.com'
    const browser = stage.browser(
      await stage.replica(
        { tokenAudiences: ['cluster-inspector'], allowedOrigins: [origin], loopback: true },
        { clock },
      ),
    )
    await stage.signIn(browser)
    const page = { origin, 'sec-fetch-site': 'same-site' }
    for (const refused of [await restart(browser, page), await browser.get(`${OWN}/api/pods`, page)]) {
      expect([refused.status, refused.headers['access-control-allow-origin']]).to.deep.equal([401, origin])
      expect(refused.text).to.include('must carry a bearer token')
    }
    expect((await browser.post(`${OWN}/api/auth/signout`, {}, page)).status).to.equal(403)
    const session = await browser.get(`${OWN}/api/auth/session`, page)
    expect([session.status, session.headers['access-control-allow-origin']]).to.deep.equal([200, undefined])
    const token = stage.demo.addToken({ username: 'bea' }, ['cluster-inspector'])
    expect((await restart(browser, { ...page, authorization: `Bearer ${token}` })).status).to.equal(200)
    expect((await restart(browser, { origin: OWN })).status, 'of our own page').to.equal(200)
  })

  it('renews sessions, never beyond their end, and changes keys without ending any', async () => {
    const [old, next] = KEYS
    const browser = stage.browser(await stage.replica({}, { keys: [old] }))
    await stage.signIn(browser)
    const first = sessionOf(browser)
    const between = stage.browser(
      await stage.replica({}, { keys: [next, old], clock: () => Date.now() + 3_600_000 }),
      browser,
    )
    const { expires } = JSON.parse((await between.get(`${OWN}/api/auth/session`)).text) as { expires: string }
    expect(Date.parse(expires) - Date.now()).to.be.at.most(8 * 3_600_000)
    expect(sessionOf(between)).not.to.equal(first)
    const after = await stage.replica({}, { keys: [next] })
    expect(await pods(stage.browser(after, between))).to.equal(200)
    expect(await pods(stage.browser(after, browser))).to.equal(401)
  })

  it('replaces the session that a browser had before sign-in', async () => {
    const replica = await stage.replica()
    const mallory = stage.browser(replica)
    await stage.signIn(mallory)
    stage.issuer.account = { sub: '4712', preferred_username: 'bea' }
    const victim = stage.browser(replica, mallory)
    await stage.signIn(victim)
    expect(sessionOf(victim)).not.to.equal(sessionOf(mallory))
    const { user } = JSON.parse((await victim.get(`${OWN}/api/auth/session`)).text) as {
      user: { name: string }
    }
    expect(user.name).to.equal('oidc:bea')
  })

  it('end with what is open when they are over', async () => {
    let shift = 0
    const time = new SkippingTime()
    const replica = await stage.replica({}, { time, clock: () => Date.now() + shift })
    const browser = stage.browser(replica)
    await stage.signIn(browser)
    const cookie = { cookie: `${SESSION}=${sessionOf(browser)}` }
    const stream = await openEvents(
      `http://127.0.0.1:${replica.port}/api/stream?kinds=pods`,
      undefined,
      cookie,
    )
    shift = 9 * 3_600_000
    await time.until('the stream to be cut', () => stream.ended)
    expect(await pods(browser)).to.equal(401)
  })

  it('ignores a session beside a wrong token', async () => {
    const browser = stage.browser(
      await stage.replica({ tokenAudiences: ['cluster-inspector'], loopback: true }),
    )
    await stage.signIn(browser)
    expect((await browser.get(`${OWN}/api/pods`, { authorization: 'Bearer wrong' })).status).to.equal(401)
    cookiesOf(browser).set(SESSION, 'x')
    expect(await pods(browser), 'from this host').to.equal(401)
  })

  it('have routes that take what they serve, and no more', async () => {
    const browser = stage.browser(await stage.replica())
    const auth = `${OWN}/api/auth`
    const token = await csrfToken(browser)
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: OWN }
    const large = `csrfToken=${'x'.repeat(5000)}`
    for (const [method, path, status, body, headers] of [
      ['PUT', '/signout', 405, undefined, {}],
      ['HEAD', '/session', 405, undefined, {}],
      ['OPTIONS', '/session', 204, undefined, {}],
      ['POST', '/session', 404, 'data=x', form],
      ['POST', '/callback/oidc', 404, 'code=x', form],
      ['GET', '/webauthn-options', 404, undefined, {}],
      ['GET', '/signin/oidc', 404, undefined, {}],
      ['GET', '/session/', 404, undefined, {}],
      ['GET', '/callback/a/b', 404, undefined, {}],
      ['POST', '/signin/oidc', 415, '{}', { ...form, 'content-type': 'application/json' }],
      ['POST', '/signin/oidc', 413, large, form],
      ['POST', '/signin/oidc', 400, 'a=1&'.repeat(20), form],
      ['POST', '/signin/nobody', 302, `csrfToken=${token}`, form],
      ['GET', '/callback/nobody', 302, undefined, {}],
      ['GET', '/providers', 200, undefined, {}],
    ] as const) {
      const answer = await browser.send(method, `${auth}${path}`, body, headers)
      expect(answer.status, `${method} ${path} ${answer.text}`).to.equal(status)
      if (status >= 400 && method !== 'HEAD')
        expect(JSON.parse(answer.text)).to.have.keys('error', 'code', ...(status === 400 ? ['issues'] : []))
      if (status === 302)
        expect(answer.location).to.match(/^https:\/\/inspector\.example\.com\/docs\/sign-in\?error=/)
    }
  })

  it('responds 501 if sign-in is not configured', async () => {
    const service = await serveCluster(stage.demo.url, stage.demo.token)
    const base = `http://127.0.0.1:${service.port}`
    for (const [method, path] of [
      ['GET', '/api/auth/session'],
      ['POST', '/api/auth/signin/oidc'],
      ['GET', '/api/auth/any/thing'],
    ] as const) {
      const { status, json } = await call(base, method, path)
      expect([status, json['code']], path).to.deep.equal([501, 'NOT_CONFIGURED'])
      expect(json['hint']).to.include('authUrl')
    }
    for (const path of ['/api/auth', '/api/auth/', '/API/auth/session', '/api/authx'])
      expect((await call(base, 'GET', path)).status, path).to.equal(404)
    expect(
      (await call(base, 'GET', '/api/pods', undefined, { cookie: `${SESSION}=x` })).status,
      'means nothing',
    ).to.equal(200)
    await service.stop()
  })
})
