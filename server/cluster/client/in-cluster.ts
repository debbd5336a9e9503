import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bearer } from '../../core/formats/header-text.ts'
import { sameIdentity, type Credentials, type Identity } from './credentials/interface.ts'

/**
 * The kubelet renews a projected token at 80 % of its lifetime, which is at least an hour, so reading it
 * every minute is soon enough.
 */
const REREAD_MS = 60_000

/**
 * The identity of the Pod this process runs in. Token and CA are read again every minute and after a 401,
 * since the kubelet rotates them. While a file is missing, empty or half written, the last good content is
 * used.
 */
export class ServiceAccountCredentials implements Credentials {
  readonly #folder: string
  readonly #now: () => number
  #cached: Identity | undefined
  #readAt = -Infinity

  constructor(folder: string, now: () => number = () => performance.now()) {
    this.#folder = folder
    this.#now = now
  }

  async current(): Promise<Identity> {
    if (this.#cached === undefined || this.#now() - this.#readAt >= REREAD_MS) await this.#read()
    if (this.#cached === undefined)
      throw new Error(`no ServiceAccount token in ${this.#folder}: is automountServiceAccountToken off?`)
    return this.#cached
  }

  /** Returns the user name in the token, or a description if the token has none. */
  async user(): Promise<string> {
    const current = await this.current().catch(() => undefined)
    return subjectOf(String(current?.headers['authorization'])) ?? 'the ServiceAccount of the Pod'
  }

  async rejected(identity: Identity): Promise<boolean> {
    if (this.#cached === undefined || sameIdentity(identity, this.#cached)) await this.#read()
    return this.#cached !== undefined && !sameIdentity(identity, this.#cached)
  }

  async #read(): Promise<void> {
    this.#readAt = this.#now()
    const [token, ca] = await Promise.all([this.#file('token'), this.#file('ca.crt')])
    if (token === undefined) return
    const cachedCa = this.#cached?.tls.ca
    const trusted = ca ?? cachedCa
    this.#cached = {
      headers: { authorization: bearer(token) },
      tls: trusted === undefined ? {} : { ca: trusted },
    }
  }

  async #file(name: string): Promise<string | undefined> {
    try {
      const content = (await readFile(join(this.#folder, name), 'utf8')).trim()
      return content === '' ? undefined : content
    } catch {
      return undefined
    }
  }
}

/**
 * Returns the `sub` of a ServiceAccount's token (RFC 7519 §4.1.2). The token is not verified: the name is
 * only displayed, and no decision depends on it.
 */
function subjectOf(authorization: string): string | undefined {
  const [, payload = ''] = authorization.split('.')
  try {
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { sub?: unknown }
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}
