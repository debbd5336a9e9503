import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { asPod } from '../bench/as-pod.ts'
import type { InCluster } from '../bench/cluster.ts'
import type { Browser, Page } from '../support/browser.ts'
import { Authority } from '../support/certificates.ts'
import { openFolder } from '../support/folder.ts'
import { CLIENT as APP } from '../support/git-host/oauth-pages.ts'
import { GitHost } from '../support/git-host/git-host.ts'
import { NAMESPACE } from '../support/operating.ts'
import type { ServeOptions } from '../support/serve.ts'
import { flagsOf, serveCluster, type ServingProcess } from '../support/serve-process.ts'
import { KEYS, OWN, SigningIn } from '../support/signing-in.ts'
import { TlsCluster } from '../support/tls-cluster.ts'

export const CALLBACK = `${OWN}/api/repohost-app/callback`
export const CONNECT = `${OWN}/api/repohost-app/connect`

/** A service as browsers reach it. */
export interface Replica {
  readonly port: number | string
  /** Everything that it writes. */
  readonly output: () => string
}

/** A service that people sign in to, with a repository host of kind GitHub on which they connect their accounts. */
export class AppStage {
  readonly signingIn: SigningIn
  readonly host: GitHost
  readonly #folder = openFolder('repohost-app')

  private constructor(signingIn: SigningIn, host: GitHost) {
    this.signingIn = signingIn
    this.host = host
    host.oauth.callback = CALLBACK
  }

  static async open(): Promise<AppStage> {
    const stage = new AppStage(await SigningIn.open(), await GitHost.open())
    await stage.host.create('shop/web', { 'a.yaml': 'a: 1\n' })
    await stage.signingIn.reset()
    return stage
  }

  /** Starts a service in this process, whose records are in memory. */
  async serve(
    settings: Readonly<Record<string, unknown>> = this.hostSettings(),
    options: Pick<ServeOptions, 'clock'> = {},
  ): Promise<Replica> {
    const output = new PassThrough()
    let text = ''
    output.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const own = { accessLog: true, ...settings }
    const { port } = await this.signingIn.replica(own, { ...options, output })
    return { port, output: () => text }
  }

  /** Starts a process as in a Pod of the demo cluster, in which replicas share the records of people. */
  async process(
    flags: readonly string[] = [],
    hostSettings: Readonly<Record<string, string | true>> = this.hostSettings(),
  ): Promise<Replica & ServingProcess> {
    const own = await this.signingIn.settings(KEYS.slice(0, 1))
    const pod = await (this.#pod ??= this.#openPod())
    const settings = flagsOf({ ...own, ...hostSettings, sealKeysFile: this.file('seal', SEAL) })
    const served = await serveCluster([...settings, ...pod.args, ...flags], pod.env)
    return { ...served, port: new URL(served.url).port }
  }

  /** Returns the settings of the host and of the App, without a credential of the service. */
  hostSettings(): Record<string, string | true> {
    return {
      repohostKind: 'github',
      repohostBaseUrl: this.host.url,
      repohostAllowHttp: true,
      repohostClientId: APP.id,
      repohostClientSecretFile: this.file('client-secret', APP.secret),
      repohostAppSlug: APP.slug,
    }
  }

  /** Returns a browser of a person who signed in at this replica. */
  async browser(replica: Replica): Promise<Browser> {
    const browser = this.signingIn.browser(replica)
    await this.signingIn.signIn(browser)
    return browser
  }

  /** Begins a connection; returns the URL of the callback to which the host sends the browser. */
  async begin(browser: Browser, query = ''): Promise<string> {
    const { url } = await browser.follow(CONNECT, await browser.get(CONNECT + query), '/api/repohost-app/')
    return url
  }

  /** Connects the account of the person at the host. */
  async connect(browser: Browser): Promise<Page> {
    return browser.get(await this.begin(browser))
  }

  #pod: Promise<InCluster> | undefined

  /** Opens the demo cluster over TLS, with the files of a ServiceAccount for it. */
  async #openPod(): Promise<InCluster> {
    const { url, token } = this.signingIn.demo
    const authority = await Authority.create(this.#folder, 'cluster')
    const pair = await authority.issue('cluster', 'subjectAltName=IP:127.0.0.1')
    const cluster = await TlsCluster.open(pair, url)
    const folder = join(this.#folder, 'pod')
    const access = { url: cluster.url, headers: {}, tls: { ca: authority.pem } }
    const pod = await asPod(folder, access, token)
    writeFileSync(join(folder, 'namespace'), NAMESPACE)
    return pod
  }

  /** Writes a file with a secret; returns its path. */
  file(name: string, content: string): string {
    const path = join(this.#folder, name)
    writeFileSync(path, `${content}\n`)
    return path
  }
}

const SEAL = 'a key that seals the records of the test'

/** Returns the JSON of a page. */
export function jsonOf({ text }: Page): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>
}
