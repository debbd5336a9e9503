import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { startDemoCluster, type DemoCluster } from '../../server/demo/cluster.ts'
import type { Service } from '../../server/service.ts'
import { Browser } from '../target/browser.ts'
import { CLIENT, startIssuer, type Issuer } from '../target/issuer.ts'
import { serveWarm, type ServeOptions } from '../target/serve.ts'

const HOST = 'inspector.example.com'
const OWN = `https://${HOST}`
const SESSION = '__Host-cluster-inspector.session'

describe('S11: sign-in', () => {
  let demo: DemoCluster
  let issuer: Issuer
  let folder: string
  let services: Service[]

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sign-in-'))
    issuer = await startIssuer(`${OWN}/api/auth/callback/oidc`)
    demo = await startDemoCluster({ controllers: false })
    writeFileSync(join(folder, 'keys'), `${'first'.repeat(10)}\n`)
    writeFileSync(join(folder, 'secret'), CLIENT.secret)
    writeFileSync(join(folder, 'ca'), issuer.ca)
  })
  after(async () => {
    await issuer.close()
    await demo.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    services = []
    issuer.account = { sub: '4711', preferred_username: 'ada', groups: ['ops'] }
    issuer.idTokenSeconds = 3600
  })
  afterEach(async () => {
    for (const service of services) await service.stop()
  })

  async function serve(settings: Record<string, unknown> = {}, options: ServeOptions = {}): Promise<Service> {
    const service = await serveWarm(demo.url, demo.token, {
      ...options,
      settings: {
        authUrl: OWN,
        signInKeysFile: join(folder, 'keys'),
        oidcIssuer: issuer.url,
        oidcClientId: CLIENT.id,
        oidcClientSecretFile: join(folder, 'secret'),
        oidcCaFile: join(folder, 'ca'),
        loopback: false,
        ...settings,
      },
    })
    services.push(service)
    return service
  }
  /** A browser that finds a replica by the name of the service. */
  const browse = ({ port }: Service) => new Browser({ [HOST]: `http://127.0.0.1:${port}` }, issuer.ca)

  async function signIn(browser: Browser, until?: string) {
    const { csrfToken } = JSON.parse((await browser.get(`${OWN}/api/auth/csrf`)).text) as {
      csrfToken: string
    }
    const start = `${OWN}/api/auth/signin/oidc`
    return browser.follow(start, await browser.post(start, { csrfToken, callbackUrl: '/docs' }), until)
  }

  it('lets in who the issuer knows, on every replica that has the keys', async () => {
    const [one, other] = [await serve(), await serve()]
    const browser = browse(one)
    expect((await browser.get(`${OWN}/api/pods`)).status).to.equal(401)
    const { url, page } = await signIn(browser)
    expect([url, page.status]).to.deep.equal([`${OWN}/docs`, 200])
    expect((await browser.get(`${OWN}/api/pods`)).status).to.equal(200)
    const elsewhere = browse(other)
    elsewhere.cookies(HOST).set(SESSION, browser.cookies(HOST).get(SESSION) ?? '')
    expect((await elsewhere.get(`${OWN}/api/pods`)).status).to.equal(200)
    expect(JSON.parse((await elsewhere.get(`${OWN}/api/auth/session`)).text)).to.have.nested.property(
      'user.name',
      'oidc:ada',
    )
  })
})
