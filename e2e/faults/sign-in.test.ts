import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { variableOf } from '../../server/config/load-config.ts'
import { createLog } from '../../server/telemetry/log.ts'
import { serveLocally, type LocalService } from '../cluster/environment/serve.ts'
import type { Browser } from '../support/browser.ts'
import { CLIENT } from '../support/issuer.ts'
import { cookiesOf, csrfToken, KEYS, OWN, SESSION, SigningIn } from '../support/signing-in.ts'

const PAGE = `${OWN}/docs/sign-in`
const CALLBACK = '/api/auth/callback'

describe('sign-in [S11]', () => {
  let stage: SigningIn

  before(async () => {
    stage = await SigningIn.open()
  })
  beforeEach(() => stage.reset())

  const pods = async (browser: Browser) => (await browser.get(`${OWN}/api/pods`)).status
  const session = async (browser: Browser) =>
    JSON.parse((await browser.get(`${OWN}/api/auth/session`)).text) as {
      user: { name: string }
      expires: string
    } | null
  /** Expects a callback to be refused: it leads to the error page and creates no session. */
  const refused = async (browser: Browser, callback: string) => {
    const { url } = await browser.follow(callback, await browser.get(callback))
    expect(url.startsWith(`${PAGE}?error=`), url).to.equal(true)
    expect(cookiesOf(browser).has(SESSION)).to.equal(false)
    expect(await pods(browser)).to.equal(401)
  }

  it('lets in who the issuer knows, on every replica that has the keys', async () => {
    const [one, other] = [await stage.replica(), await stage.replica()]
    const browser = stage.browser(one)
    const stranger = await browser.get(`${OWN}/api/pods`)
    expect(stranger.status).to.equal(401)
    expect(stranger.text).to.include(PAGE)
    const { url, page } = await stage.signIn(browser)
    expect([url, page.status]).to.deep.equal([`${OWN}/docs/live`, 200])
    expect(await pods(browser)).to.equal(200)
    const elsewhere = stage.browser(other, browser)
    for (let n = 0; n < 3; n++) expect(await pods(elsewhere)).to.equal(200)
    expect((await elsewhere.get(`${OWN}/api/pods`)).headers['x-cache'], 'from memory').to.equal('hit')
    const { user, expires } = (await session(elsewhere)) ?? expect.fail('no session')
    expect(user.name).to.equal('oidc:ada')
    expect(Date.parse(expires) - Date.now()).to.be.within(8 * 3_600_000 - 60_000, 8 * 3_600_000)
  })

  it('names people by the prefix that is set, and nobody as one of the cluster [A6]', async () => {
    const browser = stage.browser(await stage.replica({ oidcUsernamePrefix: 'corp:' }))
    await stage.signIn(browser)
    expect((await session(browser))?.user.name).to.equal('corp:ada')
    const replica = await stage.replica({
      oidcUsernamePrefix: '-',
      oidcGroupsPrefix: '-',
      readGroups: ['ops'],
    })
    const without = stage.browser(replica)
    await stage.signIn(without)
    expect([(await session(without))?.user.name, await pods(without)]).to.deep.equal(['ada', 200])
    stage.issuer.account = { sub: '1', preferred_username: 'system:serviceaccount:shop:web', groups: ['ops'] }
    const impostor = stage.browser(replica)
    const { url } = await stage.signIn(impostor)
    expect(url.startsWith(`${PAGE}?error=`), url).to.equal(true)
    expect(await pods(impostor)).to.equal(401)
  })

  it('lets in so where the replicas are processes of their own, configured by the environment', async function () {
    this.timeout(120_000)
    const given = Object.entries({
      ...(await stage.settings(KEYS)),
      demo: 'true',
      port: '0',
      metricsPort: '0',
    })
    const environment = Object.fromEntries(given.map(([key, value]) => [variableOf(key), value]))
    const command = ['node', 'server/main.ts', 'serve', '--loopback=false']
    const processes: LocalService[] = []
    for (let n = 0; n < 2; n++) processes.push(await serveLocally(process.cwd(), command, environment))
    const [one, other] = processes.map(({ api }) => new URL(api))
    if (one === undefined || other === undefined) expect.fail('there are not two')
    const browser = stage.browser(one)
    await stage.signIn(browser)
    expect([await pods(browser), await pods(stage.browser(other, browser))]).to.deep.equal([200, 200])
  })

  it('begins on one replica and ends on another', async () => {
    const [one, other] = [await stage.replica(), await stage.replica()]
    const begun = stage.browser(one)
    const { url } = await stage.signIn(begun, CALLBACK)
    const ended = stage.browser(other, begun)
    await ended.get(url)
    expect(await pods(ended)).to.equal(200)
  })

  it('refuses a callback that was used, by itself and with the cookies it was used with', async () => {
    const browser = stage.browser(await stage.replica())
    const { url } = await stage.signIn(browser, CALLBACK)
    const before = new Map(cookiesOf(browser))
    await browser.get(url)
    expect(await pods(browser)).to.equal(200)
    cookiesOf(browser).delete(SESSION)
    await refused(browser, url)
    for (const [name, value] of before) cookiesOf(browser).set(name, value)
    await refused(browser, url)
  })

  it('refuses the callback of another, and one whose state was made up', async () => {
    const replica = await stage.replica()
    const [mallory, victim] = [stage.browser(replica), stage.browser(replica)]
    const { url } = await stage.signIn(mallory, CALLBACK)
    await refused(victim, url)
    await stage.signIn(victim, CALLBACK)
    await refused(victim, url)
    for (const state of ['', 'made-up', new URL(url).searchParams.get('state')?.replace(/.$/, '') ?? '']) {
      const changed = new URL(url)
      changed.searchParams.set('state', state)
      await refused(stage.browser(replica, mallory), changed.href)
    }
    const without = new URL(url)
    without.searchParams.delete('state')
    await refused(stage.browser(replica, mallory), without.href)
    await refused(stage.browser(replica), `${OWN}${CALLBACK}/oidc?error=access_denied`)
  })

  it('leads nowhere but here, whatever headers and parameters say [A15]', async () => {
    const browser = stage.browser(await stage.replica())
    const start = `${OWN}/api/auth/signin/oidc`
    const token = await csrfToken(browser)
    for (const callbackUrl of [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      '/\\evil.example',
      `blob:${OWN}/docs`,
      `filesystem:${OWN}/docs`,
    ])
      for (const answer of [
        await browser.post(start, { csrfToken: token, callbackUrl }),
        await browser.get(`${OWN}/api/auth/session?callbackUrl=${encodeURIComponent(callbackUrl)}`),
      ]) {
        expect(answer.status, callbackUrl).to.equal(400)
        expect(JSON.parse(answer.text)).to.include({ code: 'BAD_REQUEST' })
      }
    const spoofed = { host: 'localhost', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const own = { origin: 'http://localhost' }
    const query = '?scope=admin&client_id=evil&prompt=none'
    const { location = '' } = await browser.post(start + query, { csrfToken: token }, { ...spoofed, ...own })
    const asked = new URL(location)
    expect(asked.origin).to.equal(stage.issuer.url)
    expect(asked.searchParams.get('redirect_uri')).to.equal(`${OWN}${CALLBACK}/oidc`)
    expect(asked.searchParams.get('client_id')).to.equal(CLIENT.id)
    expect(asked.searchParams.get('scope')).to.not.equal('admin')
    expect(asked.searchParams.has('prompt')).to.equal(false)
    expect(asked.searchParams.get('code_challenge_method')).to.equal('S256')
    expect([...asked.searchParams.keys()]).to.include.members(['state', 'nonce', 'code_challenge'])
    expect((await browser.get(start.replace('oidc', ''), { host: 'evil.example' })).status).to.equal(421)
  })

  it('refuses cookies that were altered, made with another key, or by nobody', async () => {
    const replica = await stage.replica()
    const browser = stage.browser(replica)
    await stage.signIn(browser)
    const good = cookiesOf(browser).get(SESSION) ?? ''
    const stranger = stage.browser(await stage.replica({}, { keys: [KEYS[1]] }))
    await stage.signIn(stranger)
    const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const claims = text({ name: 'eve', groups: [], via: 'oidc', iat: now, exp: now + 60, until: now + 60 })
    const [head = '', key = '', iv = '', body = '', tag = ''] = good.split('.')
    for (const cookie of [
      `${text({ alg: 'none' })}.${claims}.`,
      `${text({ alg: 'none', enc: 'A256CBC-HS512' })}....${claims}`,
      `${text({ alg: 'HS256' })}.${claims}.c2lnbmF0dXJl`,
      [text({ alg: 'none', enc: 'A256CBC-HS512' }), key, iv, body, tag].join('.'),
      [head, key, iv, `${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}`, tag].join('.'),
      [head, key, iv, body, ''].join('.'),
      cookiesOf(stranger).get(SESSION) ?? '',
      'x',
    ]) {
      const mallory = stage.browser(replica)
      cookiesOf(mallory).set(SESSION, cookie)
      expect(await pods(mallory), cookie).to.equal(401)
      expect(await session(mallory), cookie).to.equal(null)
      expect(cookiesOf(mallory).has(SESSION), 'a bad cookie is taken away').to.equal(false)
    }
    expect(await pods(browser)).to.equal(200)
  })

  it('refuses sessions that are over, or of a time to come', async () => {
    const hours = (n: number) => () => Date.now() + n * 3_600_000
    const browser = stage.browser(await stage.replica())
    await stage.signIn(browser)
    for (const [n, status] of [
      [7.9, 200],
      [8.1, 401],
      [-0.1, 401],
    ] as const) {
      const there = stage.browser(await stage.replica({}, { clock: hours(n) }), browser)
      for (let again = 0; again < 2; again++) expect(await pods(there), `${n} h`).to.equal(status)
    }
  })

  it('limits the rate of sign-ins from one address', async () => {
    const replica = await stage.replica()
    const browser = stage.browser(replica)
    await stage.signIn(browser)
    const start = `${OWN}/api/auth/signin/oidc`
    const seen = new Set<number>()
    for (let n = 0; n < 130; n++)
      seen.add((await stage.browser(replica).post(start, { csrfToken: `${n}` })).status)
    expect([...seen]).to.deep.equal([302, 429])
    const held = await browser.get(`${OWN}${CALLBACK}/oidc?code=x`)
    expect(JSON.parse(held.text)).to.include({ code: 'RATE_LIMITED' })
    expect(Number(held.headers['retry-after'])).to.be.within(1, 60)
    expect(await pods(browser), 'who is in stays in').to.equal(200)
    expect((await session(browser))?.user.name, 'and may look').to.equal('oidc:ada')
  })

  it('says nothing of what must not be known, and who came and went', async () => {
    let output = ''
    const lines = new PassThrough()
    lines.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const settings = { auditGroups: ['oidc:ops'], accessLog: true }
    const log = createLog('debug', 'json', lines)
    const replica = await stage.replica(settings, { output: lines, log })
    const browser = stage.browser(replica)
    const { url } = await stage.signIn(browser, CALLBACK)
    const secrets = [CLIENT.secret, ...KEYS, ...cookiesOf(browser).values()]
    await browser.get(url)
    secrets.push(...cookiesOf(browser).values(), ...new URL(url).searchParams.values())
    await refused(stage.browser(replica), url)
    const { audit } = JSON.parse((await browser.get(`${OWN}/api/audit`)).text) as { audit: object[] }
    const token = await csrfToken(browser)
    expect((await browser.post(`${OWN}/api/auth/signout`, { csrfToken: token })).location).to.equal(
      `${OWN}/docs/live`,
    )
    expect(cookiesOf(browser).has(SESSION)).to.equal(false)
    expect(await pods(browser)).to.equal(401)
    const events = audit.filter((entry) => Reflect.get(entry, 'event') === 'sign-in')
    expect(events.map((entry) => [Reflect.get(entry, 'result'), Reflect.get(entry, 'caller')])).to.deep.equal(
      [
        ['failed: InvalidCheck', null],
        ['succeeded', { name: 'oidc:ada', via: 'oidc' }],
      ],
    )
    expect(output).to.include('"event":"sign-out"').and.include('sign-in failed')
    for (const secret of secrets.filter((one) => one.length > 12 && !one.startsWith('https')))
      expect(output).not.to.include(secret)
  })
})
