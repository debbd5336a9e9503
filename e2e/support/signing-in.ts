import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoCluster } from './demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { Browser, type Page } from './browser.ts'
import { openDemoCluster } from './demo-cluster.ts'
import { openFolder } from './folder.ts'
import { CLIENT, startIssuer, type Issuer } from './issuer.ts'
import { serveWarm, type ServeOptions } from './serve.ts'

const HOST = 'inspector.example.com'
/** The address at which browsers reach the service. */
export const OWN = `https://${HOST}`
export const SESSION = '__Host-cluster-inspector.session'
export const KEYS = ['a key of the test'.repeat(3), 'another key of the test'.repeat(3)] as const

/** Replicas of a service for a demo cluster, an issuer with users, and browsers. */
export class SigningIn {
  readonly issuer: Issuer
  readonly demo: DemoCluster
  readonly #folder: string
  #services: RunningServer[] = []

  private constructor(issuer: Issuer, demo: DemoCluster, folder: string) {
    this.issuer = issuer
    this.demo = demo
    this.#folder = folder
  }

  static async open(): Promise<SigningIn> {
    const folder = openFolder('sign-in')
    const issuer = await startIssuer(`${OWN}/api/auth/callback/oidc`)
    await writeFile(join(folder, 'secret'), CLIENT.secret)
    await writeFile(join(folder, 'ca'), issuer.ca)
    return new SigningIn(issuer, await openDemoCluster({ controllers: false }), folder)
  }

  /** Starts a replica on which sign-in is the only way to authenticate. */
  async replica(
    settings: Readonly<Record<string, unknown>> = {},
    options: ServeOptions & { keys?: readonly string[] } = {},
  ): Promise<RunningServer> {
    const own = await this.settings(options.keys ?? KEYS.slice(0, 1))
    const service = await serveWarm(this.demo.url, this.demo.token, {
      ...options,
      settings: { ...own, loopback: false, ...settings },
    })
    this.#services.push(service)
    return service
  }

  /** Returns the settings that enable sign-in through the issuer. */
  async settings(keys: readonly string[]): Promise<Record<string, string>> {
    const file = join(this.#folder, `keys-${this.#services.length}`)
    await writeFile(file, `${keys.join('\n')}\n`)
    return {
      authUrl: OWN,
      signInKeysFile: file,
      oidcIssuer: this.issuer.url,
      oidcClientId: CLIENT.id,
      oidcClientSecretFile: join(this.#folder, 'secret'),
      oidcCaFile: join(this.#folder, 'ca'),
      nameClaim: 'preferred_username',
    }
  }

  /**
   * Returns a browser that resolves the service's host name to one replica; it may start with the cookies of
   * another browser.
   */
  browser({ port }: { port: number | string }, like?: Browser): Browser {
    const browser = new Browser({ [HOST]: `http://127.0.0.1:${port}` }, this.issuer.ca)
    for (const [name, value] of like === undefined ? [] : cookiesOf(like)) cookiesOf(browser).set(name, value)
    return browser
  }

  /** Signs in, and follows redirects to the end or up to a path that begins with `until`. */
  async signIn(browser: Browser, until?: string): Promise<{ url: string; page: Page }> {
    return signIn(browser, until)
  }

  /** Stops the replicas and resets the issuer's account. */
  async reset(): Promise<void> {
    for (const service of this.#services) await service.stop()
    this.#services = []
    this.issuer.account = { sub: '4711', preferred_username: 'ada', groups: ['ops'] }
    this.issuer.idToken = (token) => token
  }
}

/** Signs in as the issuer's account, and follows redirects to the end or up to a path that begins with `until`. */
export async function signIn(browser: Browser, until?: string): Promise<{ url: string; page: Page }> {
  const start = `${OWN}/api/auth/signin/oidc`
  const fields = { csrfToken: await csrfToken(browser), callbackUrl: '/docs/live' }
  return browser.follow(start, await browser.post(start, fields), until)
}

export async function csrfToken(browser: Browser): Promise<string> {
  const { csrfToken } = JSON.parse((await browser.get(`${OWN}/api/auth/csrf`)).text) as { csrfToken: string }
  return csrfToken
}

/** Returns a browser's cookies for the service. */
export function cookiesOf(browser: Browser): Map<string, string> {
  return browser.cookies(HOST)
}
