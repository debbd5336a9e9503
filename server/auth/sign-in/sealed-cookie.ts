import { decode, encode } from '@auth/core/jwt'

/**
 * A cookie whose content is encrypted with the session keys, so that every replica reads what another wrote and browsers read
 * nothing. It is sent to this host only, over TLS, and with navigations from other sites, such as the way back from a host.
 */
export class SealedCookie {
  readonly name: `__Host-${string}`
  readonly #keys: readonly string[]

  /** `keys`: the first encrypts, each decrypts. */
  constructor(name: `__Host-${string}`, keys: readonly string[]) {
    this.name = name
    this.#keys = keys
  }

  /** Returns the value of Set-Cookie with this content. */
  async seal(content: Readonly<Record<string, unknown>>, maxAgeSeconds: number): Promise<string> {
    const secret = [...this.#keys]
    const token = await encode({ token: { ...content }, secret, salt: this.name, maxAge: maxAgeSeconds })
    return this.#setCookie(token, maxAgeSeconds)
  }

  /** Returns the value of Set-Cookie that deletes the cookie. */
  clear(): string {
    return this.#setCookie('', 0)
  }

  /** Returns the content in a Cookie header; undefined if it is not there once, or none of the keys decrypts it. */
  async open(header: string | undefined): Promise<Readonly<Record<string, unknown>> | undefined> {
    const prefix = `${this.name}=`
    const values = (header ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(prefix))
    const [pair] = values
    if (pair === undefined || values.length > 1) return undefined
    const token = pair.slice(prefix.length)
    const content = await decode({ token, salt: this.name, secret: [...this.#keys] }).catch(() => null)
    return content ?? undefined
  }

  #setCookie(value: string, maxAgeSeconds: number): string {
    return `${this.name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`
  }
}
