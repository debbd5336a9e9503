import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { CHANGE } from '../repohost/served.ts'
import { giteaApi } from '../repohost/stage.ts'
import type { Browser, Page } from '../support/browser.ts'
import { cookiesOf, OWN } from '../support/signing-in.ts'
import { AppStage, CALLBACK, CONNECT, jsonOf } from './stage.ts'

const { FORGE_URL: url = '', FORGE_TOKEN: token = '', FORGE_USER: user = '' } = process.env
const { FORGE_PASSWORD: password } = process.env
const MINUTE = 60_000

describe('accounts of people at Gitea', function () {
  this.timeout(120_000)
  let stage: AppStage
  let settings: Readonly<Record<string, string | true>>
  let secrets: string[]
  const repo = `r${randomBytes(6).toString('hex')}`
  before(async function () {
    // Set FORGE_URL, FORGE_TOKEN, FORGE_USER and FORGE_PASSWORD to run it against a Gitea or a Forgejo.
    if (url === '' || password === undefined) this.skip()
    const api = giteaApi(url, token)
    stage = await AppStage.open()
    const client = (await api('POST', '/user/applications/oauth2', {
      name: `inspector-${repo}`,
      redirect_uris: [CALLBACK],
      confidential_client: true,
    })) as { id: number; client_id: string; client_secret: string }
    closeAfterwards('an OAuth2 application', () => api('DELETE', `/user/applications/oauth2/${client.id}`))
    secrets = [client.client_secret]
    settings = {
      repohostKind: 'gitea',
      repohostBaseUrl: url,
      repohostAllowHttp: true,
      repohostClientId: client.client_id,
      repohostClientSecretFile: stage.file('gitea-secret', client.client_secret),
    }
    await api('POST', '/user/repos', { name: repo, default_branch: 'main', private: true })
    closeAfterwards('a repository', () => api('DELETE', `/repos/${user}/${repo}`))
    const content = Buffer.from('a: 1\n').toString('base64')
    await api('POST', `/repos/${user}/${repo}/contents/a.yaml`, { content, message: 'file', branch: 'main' })
  })

  /** Follows a connection to the page of Gitea on which the person agrees, or straight to the callback. */
  const begin = async (browser: Browser, query = ''): Promise<{ url: string; page: Page }> => {
    const begun = await browser.get(CONNECT + query)
    expect(begun.status, begun.text).to.equal(303)
    return browser.follow(CONNECT, begun, '/api/repohost-app/')
  }
  /** Signs in at Gitea through its form. */
  const logIn = async (browser: Browser): Promise<void> => {
    const page = await browser.get(`${url}/user/login`)
    const fields = { ...hiddenFields(page), user_name: user, password: password ?? '' }
    const { status } = await browser.post(`${url}/user/login`, fields)
    expect(status, 'the sign-in at Gitea').to.equal(303)
  }
  /** Decides on the page of consent; returns the URL of the callback. */
  const decide = async (browser: Browser, { page }: { page: Page }, granted: boolean): Promise<string> => {
    expect(page.text, 'the page of consent').to.include('/login/oauth/grant')
    const fields = { ...hiddenFields(page), granted: String(granted) }
    const answer = await browser.post(`${url}/login/oauth/grant`, fields)
    return (await browser.follow(url, answer, '/api/repohost-app/')).url
  }
  const get = async (browser: Browser, path: string) => browser.get(`${OWN}/api/${path}`)
  const post = async (browser: Browser, path: string, body?: object): Promise<Page> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const text = body === undefined ? undefined : JSON.stringify(body)
    return browser.send('POST', `${OWN}/api/${path}`, text, { origin: OWN, ...type })
  }

  it('connects through its pages on two replicas, reads and proposes with the account, and disconnects', async () => {
    const [one, other] = [await stage.process([], settings), await stage.process([], settings)]
    const browser = await stage.browser(one)
    await logIn(browser)
    const denied = await decide(browser, await begin(browser, '?return=/%3Fview%3Dgit'), false)
    expect((await browser.get(denied)).location).to.equal('/?view=git&repohost=denied')

    const callback = await decide(browser, await begin(browser, '?return=/%3Fview%3Dgit'), true)
    const second = stage.signingIn.browser(other, browser)
    const back = await second.get(callback)
    expect([back.status, back.location], back.text).to.deep.equal([303, '/?view=git'])
    const replayed = await browser.get(callback)
    expect(replayed.status, 'a code that was used').to.equal(400)
    expect(jsonOf(await get(browser, 'repohost/auth-status'))).to.include({
      authenticated: true,
      via: 'app-user',
      login: user,
      host: new URL(url).host,
    })
    const listed = await get(browser, 'repohost-app/repositories')
    expect(listed.text).to.include(`"fullName":"${user}/${repo}"`)
    expect((await get(second, 'repohost-app/installations')).status).to.equal(501)
    const made = await post(second, 'repohost/create-pr', { owner: user, repo, ...CHANGE })
    expect(made.status, made.text).to.equal(201)

    const left = await post(browser, 'repohost-app/logout')
    expect(jsonOf(left)).to.deep.equal({ success: true, revoked: false })
    expect((await get(second, `repohost/tree?owner=${user}&repo=${repo}`)).status).to.equal(401)
    const output = one.output() + other.output()
    for (const secret of [...secrets, new URL(callback).searchParams.get('code') ?? 'none'])
      expect(output.includes(secret)).to.equal(false)
  })

  it('renews its tokens, each refresh token once', async () => {
    let offsetMs = 0
    const service = await stage.serve(settings, { clock: () => Date.now() + offsetMs })
    const browser = await stage.browser(service)
    await logIn(browser)
    const begun = await begin(browser)
    // A person who has agreed before is sent back at once.
    const callback = begun.url.startsWith(OWN) ? begun.url : await decide(browser, begun, true)
    expect((await browser.get(callback)).status).to.equal(303)
    const tree = `repohost/tree?owner=${user}&repo=${repo}`
    for (const minutes of [0, 55, 110]) {
      offsetMs = minutes * MINUTE
      expect((await get(browser, tree)).status, `after ${minutes} minutes`).to.equal(200)
      expect(jsonOf(await get(browser, 'repohost/auth-status'))).to.include({ via: 'app-user', login: user })
    }
    expect(cookiesOf(browser).has('__Host-cluster-inspector.repohost')).to.equal(false)
    expect(service.output()).to.not.match(/rejects the refresh token/)
  })
})

/** Returns the hidden fields of the forms of a page. */
function hiddenFields({ text }: Page): Record<string, string> {
  const fields = [...text.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].flatMap(([input]) => {
    const [, name] = /name="([^"]*)"/.exec(input) ?? []
    const [, value = ''] = /value="([^"]*)"/.exec(input) ?? []
    return name === undefined ? [] : [[name, value.replaceAll('&amp;', '&')] as const]
  })
  return Object.fromEntries(fields)
}
