import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const CLIENT_ID = 'kubernetes'
const PAST = 1_600_000_000
const FUTURE = 4_000_000_000

/** A successful request to the token endpoint. */
export interface RefreshRequest {
  path: string
  /** `id:secret`, from the header or the form: kubectl tries both. */
  client: string
  form: Record<string, string>
}

/**
 * An OpenID Connect issuer over TLS. The path of an issuer URL chooses its behaviour: `post` authenticates clients by the form
 * alone, `slash` names itself with a slash at the end, `gone` has no discovery document; `kept`, `none` and `opaque` answer
 * without a refresh token, without an ID token, and with one that is no JSON Web Token. The refresh token `revoked` is rejected.
 */
export class RecordingIssuer {
  readonly refreshes: RefreshRequest[] = []
  /** Names of ID tokens by their text. */
  readonly names = new Map<string, string>()
  readonly #server: Server

  constructor(pair: { cert: string; key: string }) {
    this.#server = createServer(pair, (request, response) => void this.#respond(request, response))
    this.#server.on('tlsClientError', () => undefined)
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Returns an ID token; neither client verifies its signature. */
  idToken(name: string, claims: object = {}): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const all = { iss: this.url, aud: CLIENT_ID, sub: name, iat: PAST, exp: FUTURE, ...claims }
    const token = `${part({ alg: 'RS256' })}.${part(all)}.${part({ signature: name })}`
    this.names.set(token, name)
    return token
  }

  /** Returns ID tokens for kubeconfigs by the name of their placeholder. */
  get tokens(): Record<string, string> {
    return {
      validToken: this.idToken('valid'),
      expiredToken: this.idToken('expired', { exp: PAST }),
      tokenWithoutExpiry: this.idToken('without expiry', { exp: undefined }),
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, behaviour = '', ...rest] = (request.url ?? '').split('/')
    response.setHeader('content-type', 'application/json')
    const send = (status: number, body: object): unknown =>
      response.writeHead(status).end(JSON.stringify(body))
    if (rest.join('/') === 'token') await this.#exchange(behaviour, request, send)
    else if (rest.join('/') === '.well-known/openid-configuration' && behaviour !== 'gone')
      send(200, this.#discovery(behaviour))
    else send(404, {})
  }

  #discovery(behaviour: string): object {
    const issuer = `${this.url}/${behaviour}`
    const method = behaviour === 'post' ? 'client_secret_post' : 'client_secret_basic'
    return {
      issuer: behaviour === 'slash' ? `${issuer}/` : issuer,
      token_endpoint: `${issuer}/token`,
      token_endpoint_auth_methods_supported: [method],
    }
  }

  async #exchange(
    behaviour: string,
    request: IncomingMessage,
    send: (status: number, body: object) => unknown,
  ): Promise<void> {
    const parameters = Object.fromEntries(new URLSearchParams(await text(request)))
    const { client_id: id = '', client_secret: secret = '', ...form } = parameters
    const { authorization } = request.headers
    const isAuthenticated = behaviour !== 'post' || authorization === undefined
    const client = authorization === undefined ? `${id}:${secret}` : basic(authorization)
    if (!isAuthenticated) send(401, { error: 'invalid_client' })
    else if (form['refresh_token'] === 'revoked') send(400, { error: 'invalid_grant' })
    else {
      this.refreshes.push({ path: request.url ?? '', client, form })
      const iss = `${this.url}/${behaviour}${behaviour === 'slash' ? '/' : ''}`
      const idToken =
        behaviour === 'opaque'
          ? 'opaque'
          : this.idToken('refreshed', { iss, aud: client.slice(0, client.lastIndexOf(':')) })
      send(200, {
        access_token: 'a',
        token_type: 'Bearer',
        expires_in: 3600,
        ...(behaviour === 'none' ? {} : { id_token: idToken }),
        ...(behaviour === 'kept' ? {} : { refresh_token: 'rotated' }),
      })
    }
  }
}

/** Returns the client in a header of HTTP Basic authentication. Source: RFC 6749 §2.3.1. */
function basic(header: string): string {
  const [id = '', secret = ''] = Buffer.from(header.replace('Basic ', ''), 'base64').toString().split(':')
  const decoded = (part: string) => decodeURIComponent(part.replaceAll('+', ' '))
  return `${decoded(id)}:${decoded(secret)}`
}
