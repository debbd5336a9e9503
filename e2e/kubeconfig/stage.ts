import { createHash, X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { Authority, type Pair } from '../support/certificates.ts'
import type { KubeconfigCase } from './kubeconfig-case.ts'
import { RUNS, type PluginRun } from './plugin-program.ts'
import { RecordingIssuer, type RefreshRequest } from './recording-issuer.ts'
import { RecordingProxies } from './recording-proxies.ts'
import { RecordingServer, type RecordedRequest } from './recording-server.ts'

const SERVER_NAMES =
  'subjectAltName=IP:127.0.0.1,IP:0.0.0.0,DNS:localhost,DNS:api.example.test,DNS:other.example.test'

/** Files of tokens by name. */
const TOKENS = {
  token: 'from-file',
  'token-newline': 'from-file-with-newline\n',
  'token-empty': '\n',
}

/** The requests of a client that arrived; `refused` for none. */
export type Outcome = 'refused' | RecordedRequest[]

/** The traces of a client that obtained credentials. */
export interface Traces {
  /** Runs of credential plugins. */
  runs?: PluginRun[]
  /** Refreshed ID tokens, and the tokens in the kubeconfig afterwards. */
  refreshes?: RefreshRequest[]
  tokens?: Record<string, string>
}

export interface Played {
  outcome: Outcome
  traces: Traces
}

/** The recording of kubectl for one case. */
export interface Recording {
  /** Digest of the case. */
  digest: string
  outcome: Outcome
  /** The outcome with a token in place of a user name from the terminal. */
  identified?: Outcome
  traces?: Traces
}

interface Pki {
  authority: Authority
  other: Authority
  server: Pair
  a: Pair
  b: Pair
}

/** A recording API server with proxies, and a folder for the files of one case at a time. */
export class KubeconfigStage {
  readonly #folder: string
  readonly #pki: Pki
  readonly #server: RecordingServer
  readonly #proxies: RecordingProxies
  readonly #issuer: RecordingIssuer
  #cases = 0

  static async open(): Promise<KubeconfigStage> {
    const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'))
    const authority = await Authority.create(folder, 'authority')
    const [other, server, a, b] = await Promise.all([
      Authority.create(folder, 'other'),
      authority.issue('kube-apiserver', SERVER_NAMES),
      authority.issue('a'),
      authority.issue('b'),
    ])
    const stage = new KubeconfigStage(folder, { authority, other, server, a, b })
    await Promise.all([
      stage.#writeFiles(),
      stage.#server.listen(),
      stage.#proxies.listen(),
      stage.#issuer.listen(),
    ])
    return stage
  }

  private constructor(folder: string, pki: Pki) {
    this.#folder = folder
    this.#pki = pki
    this.#proxies = new RecordingProxies({ ...pki.server, ca: pki.authority.pem })
    const fingerprint = ({ cert }: Pair): string => new X509Certificate(cert).fingerprint256
    const certificates = new Map([
      [fingerprint(pki.a), 'a'],
      [fingerprint(pki.b), 'b'],
    ])
    this.#issuer = new RecordingIssuer(pki.server)
    this.#server = new RecordingServer({ ...pki.server, ca: pki.authority.pem }, certificates, this.#proxies)
  }

  /** Writes the files of a case, lets a client use them, and returns the requests that arrived, with other traces. */
  async play(
    one: KubeconfigCase,
    use: (client: { folder: string; env: Record<string, string> }) => Promise<unknown>,
  ): Promise<Played> {
    const folder = join(this.#folder, `case-${this.#cases++}`)
    const values = this.#values(folder)
    await mkdir(folder)
    for (const name of ['pki', ...Object.keys(TOKENS)])
      await symlink(join(this.#folder, name), join(folder, name))
    for (const [name, content] of Object.entries(one.files)) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, fill(content, values))
    }
    for (const [name, content] of Object.entries(one.programs ?? {})) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, fill(content, escaped(values)), { mode: 0o755 })
    }
    const KUBECONFIG = one.kubeconfig.map((name) => join(folder, name)).join(':')
    const variables = Object.entries(one.env ?? {}).map(([name, value]) => [name, fill(value, values)])
    this.#server.requests.length = 0
    this.#issuer.refreshes.length = 0
    await use({ folder, env: { ...Object.fromEntries(variables), KUBECONFIG } })
    const played = {
      outcome: this.#outcome(one),
      traces: { ...(await this.#runs(folder, values)), ...(await this.#tokens(folder, one)) },
    }
    await rm(folder, { recursive: true })
    return played
  }

  #outcome(one: KubeconfigCase): Outcome {
    const requests = this.#server.requests.splice(0)
    if (requests.length === 0) return 'refused'
    return requests.map((request) => {
      const { path, headers } = request
      const named = headers['authorization']?.map((value) => this.#named(value))
      return {
        ...request,
        path: one.requests === undefined ? path : '',
        headers: { ...headers, ...(named === undefined ? {} : { authorization: named }) },
      }
    })
  }

  /** Replaces ID tokens by their names. */
  #named(value: string): string {
    const token = value.replace(/^Bearer /, '')
    const name = this.#issuer.names.get(token)
    return name === undefined ? value : value.replace(token, `ID token: ${name}`)
  }

  async #runs(folder: string, values: Readonly<Record<string, string>>): Promise<Traces> {
    const lines = (await readFile(join(folder, RUNS), 'utf8').catch(() => '')).trimEnd()
    if (lines === '') return {}
    return { runs: lines.split('\n').map((line) => JSON.parse(unfill(line, values)) as PluginRun) }
  }

  /** Returns the tokens in the kubeconfig of an auth-provider. */
  async #tokens(folder: string, { files, kubeconfig }: KubeconfigCase): Promise<Traces> {
    const [file = ''] = kubeconfig
    if (files[file]?.includes('auth-provider') !== true) return {}
    const { users = [] } = parse(await readFile(join(folder, file), 'utf8')) as {
      users?: { user: { 'auth-provider'?: { config?: Record<string, string> } } }[]
    }
    const config = users[0]?.user?.['auth-provider']?.config
    if (config?.['idp-issuer-url'] === undefined) return {}
    const kept = ['id-token', 'refresh-token'].map((key) => [key, this.#named(config[key] ?? '')])
    return {
      refreshes: this.#issuer.refreshes.splice(0),
      tokens: Object.fromEntries(kept) as Record<string, string>,
    }
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#proxies.close()
    this.#issuer.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #values(folder: string): Record<string, string> {
    const { authority, other, a, b } = this.#pki
    const { http, https, socks } = this.#proxies.ports
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    return {
      folder,
      node: process.execPath,
      path: process.env['PATH'] ?? '',
      issuer: this.#issuer.url,
      ...this.#issuer.tokens,
      pemA: a.cert,
      pemKeyA: a.key,
      pemB: b.cert,
      pemKeyB: b.key,
      port: String(this.#server.tlsPort),
      plainPort: String(this.#server.plainPort),
      httpProxyPort: String(http),
      httpsProxyPort: String(https),
      socksPort: String(socks),
      ca: base64(authority.pem),
      otherCa: base64(other.pem),
      certA: base64(a.cert),
      keyA: base64(a.key),
      certB: base64(b.cert),
      keyB: base64(b.key),
    }
  }

  /** Writes the files that kubeconfigs name; each case has links to them beside its own. */
  async #writeFiles(): Promise<void> {
    const { authority, other, server, a, b } = this.#pki
    const files = {
      ...TOKENS,
      'pki/ca.crt': authority.pem,
      'pki/other.crt': other.pem,
      'pki/server.crt': server.cert,
      'pki/a.crt': a.cert,
      'pki/a.key': a.key,
      'pki/b.crt': b.cert,
      'pki/b.key': b.key,
      'pki/garbage': 'no PEM',
    }
    await mkdir(join(this.#folder, 'pki'))
    for (const [name, content] of Object.entries(files)) await writeFile(join(this.#folder, name), content)
  }
}

/** Replaces `@name@` by its value. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/@(\w+)@/g, (all, name: string) => values[name] ?? all)
}

/** Replaces values by `@name@`, the longest first. */
function unfill(
  text: string,
  { folder, node: _node, path: _path, ...values }: Readonly<Record<string, string>>,
): string {
  const entries = Object.entries({ folder, ...values }) as [string, string][]
  return entries
    .toSorted(([, one], [, other]) => other.length - one.length)
    .reduce((changed, [name, value]) => changed.replaceAll(value, `@${name}@`), text)
}

/** Returns values as they stand in a string of JavaScript. */
function escaped(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)]),
  )
}

/** Returns a short digest of a case, so that a recording of other content is noticed. */
export function digestOf(one: KubeconfigCase): string {
  return createHash('sha256').update(JSON.stringify(one)).digest('hex').slice(0, 12)
}
