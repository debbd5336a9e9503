import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** The response to a browser's request. */
export interface Page {
  status: number
  text: string
  location: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * A minimal browser for sign-ins: it keeps cookies by host and sends an Origin header with each POST. Host
 * names are resolved to `addresses`, as by an ingress that terminates TLS.
 */
export class Browser {
  readonly #addresses: Readonly<Record<string, string>>
  readonly #ca: string
  readonly #cookies = new Map<string, Map<string, string>>()

  constructor(addresses: Readonly<Record<string, string>>, ca: string) {
    this.#addresses = addresses
    this.#ca = ca
  }

  /** Returns the cookies of a host by name, as a map that may be modified. */
  cookies(host: string): Map<string, string> {
    const held = this.#cookies.get(host) ?? new Map<string, string>()
    this.#cookies.set(host, held)
    return held
  }

  async get(url: string | URL, headers: Record<string, string> = {}): Promise<Page> {
    return this.send('GET', url, undefined, headers)
  }

  /** Posts a form, as a page of the same origin would. */
  async post(
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const target = new URL(url)
    const type = { 'content-type': 'application/x-www-form-urlencoded', origin: target.origin }
    return this.send('POST', target, new URLSearchParams(fields).toString(), { ...type, ...headers })
  }

  /** Follows redirects until a response is not one, or until one leads to a path that begins with `until`. */
  async follow(from: string, page: Page, until?: string): Promise<{ url: string; page: Page }> {
    let [url, now] = [from, page]
    for (let hops = 0; now.location !== undefined; hops++) {
      if (hops > 20) throw new Error(`led in circles at ${url}`)
      url = new URL(now.location, url).href
      if (until !== undefined && new URL(url).pathname.startsWith(until)) return { url, page: now }
      now = await this.get(url)
    }
    return { url, page: now }
  }

  /** Sends a request with the cookies of the host. */
  async send(
    method: string,
    to: string | URL,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<Page> {
    const url = new URL(to)
    const address = this.#addresses[url.host]
    const jar = this.cookies(url.host)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const options = {
      method,
      headers: { host: url.host, ...(cookie === '' ? {} : { cookie }), ...headers },
      ca: this.#ca,
    }
    const target = address === undefined ? url : new URL(url.pathname + url.search, address)
    const { promise, resolve, reject } = Promise.withResolvers<Page>()
    const sent = (target.protocol === 'https:' ? secure : plain)(target, options, (response) => {
      for (const line of response.headers['set-cookie'] ?? []) keep(jar, line)
      buffer(response).then(
        (bytes) =>
          resolve({
            status: response.statusCode ?? 0,
            text: bytes.toString(),
            location: response.headers.location,
            headers: response.headers,
          }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
    return promise
  }
}

/** Stores a cookie, or removes it if it has expired (RFC 6265 §5.3). */
function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const name = pair.slice(0, pair.indexOf('='))
  const value = pair.slice(name.length + 1)
  const over = attributes.some((one) => /^max-age=0$/i.test(one) || /^expires=.* 1970 /i.test(one))
  if (over || value === '') jar.delete(name)
  else jar.set(name, value)
}
