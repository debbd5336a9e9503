import { createHash, X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Authority, type Pair } from '../support/certificates.ts'
import type { KubeconfigCase } from './kubeconfig-case.ts'
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

/** The recording of kubectl for one case. */
export interface Recording {
  /** Digest of the case. */
  digest: string
  outcome: Outcome
  /** The outcome with a token in place of a user name from the terminal. */
  identified?: Outcome
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
    await Promise.all([stage.#writeFiles(), stage.#server.listen(), stage.#proxies.listen()])
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
    this.#server = new RecordingServer({ ...pki.server, ca: pki.authority.pem }, certificates, this.#proxies)
  }

  /** Writes the files of a case, lets a client use them, and returns the requests that arrived. */
  async play(
    one: KubeconfigCase,
    use: (client: { folder: string; env: Record<string, string> }) => Promise<unknown>,
  ): Promise<Outcome> {
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
    const KUBECONFIG = one.kubeconfig.map((name) => join(folder, name)).join(':')
    const proxies = Object.entries(one.env ?? {}).map(([name, value]) => [name, fill(value, values)])
    this.#server.requests.length = 0
    await use({ folder, env: { ...Object.fromEntries(proxies), KUBECONFIG } })
    const requests = this.#server.requests.splice(0)
    await rm(folder, { recursive: true })
    return requests.length === 0 ? 'refused' : requests
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#proxies.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #values(folder: string): Record<string, string> {
    const { authority, other, a, b } = this.#pki
    const { http, https, socks } = this.#proxies.ports
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    return {
      folder,
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

/** Returns a short digest of a case, so that a recording of other content is noticed. */
export function digestOf(one: KubeconfigCase): string {
  return createHash('sha256').update(JSON.stringify(one)).digest('hex').slice(0, 12)
}
