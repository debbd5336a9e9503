import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Provider, type Configuration } from 'oidc-provider'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { Authority } from './certificates.ts'
import { openFolder } from './folder.ts'

export const CLIENT = { id: 'cluster-inspector', secret: 'a-client-secret-nobody-may-see-in-a-log' }

/** A user of the issuer: `sub` and any other claims. */
export type Account = Record<string, unknown> & { sub: string }

/** The signed parts of an ID token. */
export interface IdToken {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

/**
 * A real OpenID Connect provider over HTTPS. It signs in the user that `account` names at the time of the
 * request.
 */
export interface Issuer {
  url: string
  /** The CA of its certificate, which is in no system trust store. */
  ca: string
  account: Account
  /** Changes the ID tokens before they are signed, to simulate a broken issuer or one with a wrong clock. */
  idToken: (token: IdToken) => IdToken
  /** Number of refresh tokens that it has exchanged. */
  readonly refreshes: number
  /** Returns a refresh token of the account, as a sign-in by another client would. Each can be used once. */
  refreshToken(): Promise<string>
}

/** Starts an issuer on this machine; `address` is an IP address that other machines reach it at. */
export async function startIssuer(redirectUri: string, address?: string): Promise<Issuer> {
  const authority = await Authority.create(openFolder('issuer'), 'issuer')
  const name = address === undefined ? 'DNS:localhost' : `IP:${address}`
  const { key, cert } = await authority.issue('issuer', `subjectAltName=${name}`)
  const server = createServer({ key, cert })
  closeAfterwards('an issuer', () => closed(server))
  server.listen(0, address ?? '127.0.0.1')
  await once(server, 'listening')
  const url = `https://${address ?? 'localhost'}:${(server.address() as AddressInfo).port}`
  let refreshes = 0
  const issuer: Issuer = {
    url,
    ca: authority.pem,
    account: { sub: 'nobody' },
    idToken: (token) => token,
    get refreshes() {
      return refreshes
    },
    refreshToken: async () => refreshTokenFor(provider, issuer.account.sub),
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwks = {
    keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'of-the-test', use: 'sig' }],
  }
  const provider = new Provider(url, { ...configuration(issuer, redirectUri), jwks })
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.['grant_type'] === 'refresh_token') refreshes++
  })
  provider.use(async (context, next) => {
    await next()
    const { body } = context
    if (typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string')
      body.id_token = changed(body.id_token, issuer.idToken, privateKey)
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) void answer(request, response)
    else
      void provider.interactionFinished(request, response, {
        login: { accountId: issuer.account.sub, remember: false },
      })
  })
  return issuer
}

function configuration(issuer: Issuer, redirectUri: string): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    rotateRefreshToken: true,
    cookies: { keys: ['a-key-of-the-test'] },
    features: { devInteractions: { enabled: false } },
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'groups'],
      email: ['email', 'email_verified'],
    },
    // The claims of the requested scopes are in the ID token, as with most issuers.
    conformIdTokenClaims: false,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      IdToken: 3600,
      AccessToken: 60,
      Grant: 3600,
      Interaction: 60,
      RefreshToken: 3600,
      Session: 60,
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => issuer.account }),
    // Grants consent without a prompt.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

async function refreshTokenFor(provider: Provider, accountId: string): Promise<string> {
  const client = await provider.Client.find(CLIENT.id)
  if (client === undefined) throw new Error('the issuer has no client')
  const scope = 'openid profile email offline_access'
  const grant = new provider.Grant({ clientId: CLIENT.id, accountId })
  grant.addOIDCScope(scope)
  const grantId = await grant.save()
  return new provider.RefreshToken({ client, accountId, scope, grantId, gty: 'authorization_code' }).save()
}

/** Applies a change to a token and signs it again, unless its `alg` is `none`. */
function changed(token: string, change: Issuer['idToken'], key: KeyObject): string {
  const [header = {}, claims = {}] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
  const now = change({ header, claims })
  const signed = [now.header, now.claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature =
    now.header['alg'] === 'none' ? '' : sign('sha256', Buffer.from(signed), key).toString('base64url')
  return `${signed}.${signature}`
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
