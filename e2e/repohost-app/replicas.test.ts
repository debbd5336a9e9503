import { expect } from 'chai'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import type { Browser, Page } from '../support/browser.ts'
import { call } from '../support/http.ts'
import { Kube } from '../support/kube.ts'
import { NAMESPACE } from '../support/operating.ts'
import { killProcess, type ServingProcess } from '../support/serve-process.ts'
import { OWN } from '../support/signing-in.ts'
import { until } from '../support/until.ts'
import { AppStage, jsonOf, type Replica } from './stage.ts'

const TREE = 'repohost/tree?owner=shop&repo=web'
const STATES = `/apis/clusterinspector.dev/v1alpha1/namespaces/${NAMESPACE}/userstates`
/** Longer than a replica alone may renew tokens. */
const LEASE_MS = 120_000

describe('accounts at the repository host, with replicas', function () {
  this.timeout(300_000)
  let stage: AppStage
  let one: Replica & ServingProcess
  let other: Replica & ServingProcess
  const pages: Page[] = []
  before(async () => {
    stage = await AppStage.open()
    one = await stage.process(['--audit-groups', 'oidc:ops'])
    other = await stage.process(['--audit-groups', 'oidc:ops'])
  })
  afterEach(async () => {
    stage.host.lift()
    stage.host.oauth.accessSeconds = 28_800
    await stage.signingIn.reset()
    expect(stage.host.differences).to.deep.equal([])
  })

  const get = async (browser: Browser, path: string): Promise<Page> => {
    const page = await browser.get(`${OWN}/api/${path}`)
    pages.push(page)
    return page
  }
  const at = (replica: Replica, like: Browser): Browser => stage.signingIn.browser(replica, like)
  /** Returns browsers of one person with a connected account, one at each replica. */
  const connect = async (): Promise<readonly [Browser, Browser]> => {
    const browser = await stage.browser(one)
    pages.push(await stage.connect(browser))
    return [browser, at(other, browser)]
  }
  const records = async (): Promise<string> => {
    const kube = new Kube(stage.signingIn.demo)
    closeAfterwards('a client', async () => kube.close())
    return JSON.stringify((await kube.call('GET', STATES)).body)
  }

  it('begins a connection on one, and completes it on the other', async () => {
    const begun = await stage.browser(one)
    const callback = await stage.begin(begun, '?return=/%3Fview%3Dgit')
    const page = await at(other, begun).get(callback)
    expect([page.status, page.location], page.text).to.deep.equal([303, '/?view=git'])
    for (const replica of [one, other]) {
      const status = jsonOf(await get(at(replica, begun), 'repohost/auth-status'))
      expect(status).to.include({ authenticated: true, via: 'app-user', login: 'ada', writable: true })
    }
  })

  it('renews a token on both at once, and logs nobody out', async () => {
    const { oauth } = stage.host
    oauth.accessSeconds = 1
    const browsers = await connect()
    const { refreshed, rejected } = oauth
    const statuses = new Set<number>()
    await until('the token to be renewed four times', async () => {
      const both = await Promise.all(browsers.map((browser) => get(browser, TREE)))
      for (const { status } of both) statuses.add(status)
      return oauth.refreshed >= refreshed + 4 ? true : undefined
    })
    expect([...statuses]).to.deep.equal([200])
    expect(oauth.rejected, 'a refresh token was sent twice').to.equal(rejected)
  })

  it('keeps a person connected whose replica dies while it renews the token', async () => {
    const { oauth } = stage.host
    const third = await stage.process()
    const [first, second] = await connect()
    const dying = at(third, first)
    oauth.accessSeconds = 1
    // The next token, which expires soon.
    stage.host.tokens.delete([...stage.host.tokens.keys()].at(-1) ?? '')
    expect((await get(first, TREE)).status).to.equal(200)
    const died = Promise.withResolvers<undefined>()
    stage.host.fault(/access_token$/, async () => {
      await killProcess(third.child)
      died.resolve(undefined)
    })
    await until('the replica to renew the token', async () => {
      const isOver = Promise.race([died.promise.then(() => true), get(dying, TREE).then(() => false)])
      return (await isOver.catch(() => true)) ? true : undefined
    })
    const { refreshed, rejected } = oauth
    const others = new Set<string>()
    await until(
      'the other replica to renew the token',
      async () => {
        const { status, text } = await get(second, TREE)
        if (status !== 200 && status !== 503) others.add(`${status} ${text}`)
        return status === 200 && oauth.refreshed > refreshed ? true : undefined
      },
      LEASE_MS,
    )
    // The last token is valid for a while, and then requests wait for the new one. On a busy machine the deadline of one may pass
    // just after that, while the host is asked.
    expect([...others].filter((one) => !/^500 .*(?:time-out|in time)/.test(one))).to.deep.equal([])
    expect(oauth.rejected).to.equal(rejected)
  })

  it('gives another subject of the same name nothing', async () => {
    const [browser] = await connect()
    stage.signingIn.issuer.account = { sub: '4712', preferred_username: 'ada', groups: ['ops'] }
    const stranger = await stage.browser(other)
    expect(jsonOf(await get(stranger, 'about'))['caller']).to.include({ name: 'oidc:ada' })
    expect(jsonOf(await get(stranger, 'repohost/auth-status'))).to.include({ via: 'none' })
    expect((await get(stranger, TREE)).status).to.equal(401)
    expect(jsonOf(await get(browser, 'repohost/auth-status'))).to.include({ via: 'app-user' })
  })

  it('does not begin a connection without a key that seals its tokens', async () => {
    const replica = await stage.process(['--seal-keys-file', '/nonexistent/keys'])
    const browser = await stage.browser(replica)
    const page = await browser.get(`${OWN}/api/repohost-app/connect`)
    expect([page.status, jsonOf(page)['hint']]).to.deep.equal([
      501,
      'set sealKeysFile (chart: seal.existingSecret, or operator.enabled)',
    ])
    expect(jsonOf(await get(browser, 'repohost/auth-status'))).to.not.have.property('connectUrl')
  })

  it('asks a person to connect again whose tokens are sealed with a key that is gone', async () => {
    const [browser] = await connect()
    const replica = await stage.process([
      '--seal-keys-file',
      stage.file('new-seal', 'another key of the test'.repeat(2)),
    ])
    const [renewed, path] = [at(replica, browser), 'repohost/auth-status']
    const status = jsonOf(await get(renewed, path))
    expect(status).to.include({ via: 'none', connectUrl: '/api/repohost-app/connect' })
    expect(status['reason']).to.match(/sealed with a key that is gone/)
    expect((await stage.connect(renewed)).status).to.equal(303)
    expect(jsonOf(await get(renewed, path))).to.include({ via: 'app-user' })
    const out = await renewed.send('POST', `${OWN}/api/repohost-app/logout`, undefined, { origin: OWN })
    expect(jsonOf(out)).to.deep.equal({ success: true, revoked: true })
    expect(await records()).to.include('"sealed":{}')
  })

  it('discloses no token: not in logs, responses, URLs, metrics, audit entries and records', async () => {
    const [browser] = await connect()
    await get(browser, 'repohost/repos')
    await get(browser, 'repohost-app/installations')
    const stored = await records()
    expect(stored).to.include('hostAccount')
    const headers = { origin: OWN }
    pages.push(await browser.send('POST', `${OWN}/api/repohost-app/logout`, undefined, headers))
    const audit = await get(browser, 'audit')
    expect(audit.text).to.include('"resource":"hostaccounts"')
    const entries = jsonOf(audit)['audit'] as { resource?: string; verb?: string; caller: object }[]
    const verbs = entries.filter(({ resource }) => resource === 'hostaccounts').map(({ verb }) => verb)
    expect(verbs).to.include.members(['create', 'delete'])
    const metrics = await Promise.all(
      [one, other].map(async ({ metricsPort }) => call(`http://127.0.0.1:${metricsPort}`, 'GET', '/metrics')),
    )
    const places = {
      logs: one.output() + other.output(),
      responses: pages.map(({ text, headers }) => text + JSON.stringify(headers)).join(),
      urls: stage.host.requests.map(({ path }) => path).join(),
      metrics: metrics.map(({ text }) => text).join(),
      records: stored + (await records()),
    }
    const { secrets } = stage.host.oauth
    expect(secrets.length).to.be.greaterThan(5)
    for (const [place, text] of Object.entries(places)) {
      expect(text.length, place).to.be.greaterThan(100)
      for (const secret of secrets) expect(text.includes(secret), `${place} has a secret`).to.equal(false)
    }
    expect(places.logs).to.include('"resource":"hostaccounts"')
  })
})
