import type { OutboundClient, OutboundRequest, OutboundResponse } from '../../../outbound/outbound-client.ts'
import type { HostCache } from './host-cache.ts'
import type { HostCredential } from './host-credential.ts'

export interface HostRequest extends OutboundRequest {
  /** Whether the URL names its content by sha, so that the response never changes. */
  readonly isImmutable?: boolean
}

/**
 * Sends requests to a host with one credential. Responses that never change are served from the cache; others are asked for
 * with If-None-Match, which costs nothing of GitHub's rate limit. A credential that can be renewed is, once, after a 401: the
 * host has done nothing then.
 */
export class HostTransport {
  readonly #client: OutboundClient
  readonly #credential: HostCredential
  readonly #cache: HostCache

  constructor(client: OutboundClient, credential: HostCredential, cache: HostCache) {
    this.#client = client
    this.#credential = credential
    this.#cache = cache
  }

  async send(request: HostRequest): Promise<OutboundResponse> {
    const token = await this.#credential.token(request.signal)
    const response = await this.#sendCached(request, token)
    if (response.status !== 401 || this.#credential.renew === undefined) return response
    const renewed = await this.#credential.renew(token, request.signal)
    const second = await this.#sendCached(request, renewed)
    if (second.status === 401) await this.#credential.forget?.(renewed, request.signal)
    return second
  }

  async #sendCached(request: HostRequest, token: string): Promise<OutboundResponse> {
    const authorization = `${this.#credential.scheme} ${token}`
    const { isImmutable = false, ...rest } = request
    if (request.method !== 'GET')
      return this.#client.send({ ...rest, headers: { ...request.headers, authorization } })
    const key = [this.#credential.key(token), request.headers?.['accept'] ?? '', request.url].join(' ')
    const cached = this.#cache.get(key)
    if (isImmutable && cached !== undefined) return cached
    const etag = cached?.headers['etag']
    const headers = {
      ...request.headers,
      authorization,
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
    }
    const response = await this.#client.send({ ...rest, headers })
    if (response.status === 304 && cached !== undefined) return cached
    if (response.status === 200 && (isImmutable || response.headers['etag'] !== undefined))
      this.#cache.set(key, response)
    return response
  }
}
