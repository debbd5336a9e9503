import { customFetch, ExpressAuth, type ExpressAuthConfig } from '@auth/express'
import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import { UnauthenticatedError } from '../../core/errors.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Caller, SignedInBy } from '../caller.ts'
import { identityFromClaims, type ClaimedIdentity } from './oidc-claims.ts'
import { gitHub, gitHubFetch, identityFromGitHub } from './github.ts'
import { issuerFetch } from '../../cluster/client/issuer-fetch.ts'
import { failureOf } from './failure.ts'
import { readKeys, readText } from './secret-files.ts'
import type { OidcSettings, SignInSettings } from './settings.ts'
import { SESSION_COOKIE, SessionTokens, type CallerOf } from './session-tokens.ts'
import { signedInCaller } from './signed-in-caller.ts'
import { SessionAuthenticator } from '../authenticators/session.ts'
import type { Authenticator } from '../authenticator.ts'

/** The page to choose a sign-in method, which also reports errors. */
const PAGE = '/docs/sign-in'

/** Audit hook of the sign-in. */
export interface SignInAuditHook {
  signedIn(caller: Caller): void
  signedOut(caller: Caller): void
  failed(reason: string): void
}

/** The sign-in library and the authenticator of its sessions. */
export interface SignIn {
  readonly sessions: Authenticator
  /** Whether a URL or path leads to this service. */
  isSameOrigin(url: string): boolean
  /** The library's routes, for /api/auth. */
  routes(auditHookOf: (request: Request, response: Response) => SignInAuditHook): RequestHandler
}

export interface SignInOptions {
  readonly log: Log
  /** The environment, whose proxies lead to the issuers. */
  readonly env: NodeJS.ProcessEnv
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly ledger: MemoryLedger
}

/** Reads keys and secrets, and configures the library. Rejects with SignInError if a file is not usable. */
export async function createSignIn(
  settings: SignInSettings,
  { log, env, clock, ledger }: SignInOptions,
): Promise<SignIn> {
  const { origin: base } = settings
  const keys = await readKeys(settings.keysFile)
  const callerOf: CallerOf = (via, user) => signedInCaller(settings, via, user)
  const tokens = new SessionTokens(keys, clock, callerOf)
  const callers = new CallerMapping(settings, callerOf, log)
  const config: ExpressAuthConfig = {
    providers: await providersOf(settings, env),
    secret: [...keys],
    // Every URL is derived from authUrl (see applicationAt), so the Host header is not used.
    trustHost: true,
    // Keeps the library from reading one from the environment.
    redirectProxyUrl: '',
    useSecureCookies: true,
    cookies: cookies(),
    pages: { signIn: PAGE, signOut: PAGE, error: PAGE },
    session: { strategy: 'jwt', maxAge: 8 * 3600 },
    jwt: { encode: tokens.encode, decode: tokens.decode },
    callbacks: callbacksOf(base, callers, tokens),
  }
  return {
    sessions: new SessionAuthenticator({
      cookieName: SESSION_COOKIE,
      read: (token) => tokens.read(token),
      page: `${base.origin}${PAGE}`,
      clock,
      ledger,
    }),
    isSameOrigin: (url) => isSameOrigin(base, url),
    routes: (auditHookOf) => {
      const app = applicationAt(base)
      app.use((request, response, next) => {
        const hooks = auditHooks(auditHookOf(request, response), callers, log)
        return ExpressAuth({ ...config, ...hooks })(request, response, next)
      })
      return app
    },
  }
}

/** Maps the profiles of issuers to identities and callers. */
class CallerMapping {
  readonly #settings: SignInSettings
  readonly #callerOf: CallerOf
  readonly #log: Log

  constructor(settings: SignInSettings, callerOf: CallerOf, log: Log) {
    this.#settings = settings
    this.#callerOf = callerOf
    this.#log = log
  }

  /** Returns the identity in a profile. Throws UnauthenticatedError if the user may not sign in. */
  identity(provider: string | undefined, profile: object | undefined): ClaimedIdentity & { via: SignedInBy } {
    const { oidc } = this.#settings
    if (provider === 'oidc' && oidc !== undefined)
      return { ...identityFromClaims({ ...profile }, oidc.claims), via: provider }
    const member = provider === 'github' ? identityFromGitHub({ ...profile }) : undefined
    if (member !== undefined) return { ...member, via: 'github' }
    throw new UnauthenticatedError('sign-in by GitHub requires membership of one of githubOrganizations')
  }

  /** Returns the caller for a profile. Throws UnauthenticatedError if the user may not sign in. */
  caller(provider: string | undefined, profile: object | undefined): Caller {
    const { droppedGroups, via, ...user } = this.identity(provider, profile)
    if (droppedGroups > 0)
      this.#log.warn('too many groups: the session has only the first ones', { droppedGroups })
    return this.#callerOf(via, user)
  }

  /** Returns the caller of a session; undefined if its token names none. */
  ofSession({ via, name }: { via?: unknown; name?: unknown }): Caller | undefined {
    const isKnown = via === 'oidc' || via === 'github'
    return isKnown && typeof name === 'string' ? this.#callerOf(via, { name, groups: [] }) : undefined
  }
}

function callbacksOf(
  base: URL,
  callers: CallerMapping,
  tokens: SessionTokens,
): NonNullable<ExpressAuthConfig['callbacks']> {
  return {
    signIn: ({ account, profile }) => callers.caller(account?.provider, profile) !== undefined,
    jwt: ({ token, account, profile }) => {
      if (account === undefined || account === null) return token
      const { via, ...person } = callers.identity(account.provider, profile)
      return tokens.begin(via, person)
    },
    session: ({ session, token }) => ({
      ...session,
      user: { name: callers.ofSession(token)?.name ?? null },
      expires: new Date(Number(token['until']) * 1000).toISOString(),
    }),
    redirect: ({ url }) => (isSameOrigin(base, url) ? new URL(url, base).href : `${base.origin}/docs`),
  }
}

/** Reports the sign-ins, sign-outs and failures of one request. */
function auditHooks(
  audit: SignInAuditHook,
  callers: CallerMapping,
  log: Log,
): Pick<ExpressAuthConfig, 'events' | 'logger'> {
  return {
    events: {
      signIn: ({ account, profile }) => audit.signedIn(callers.caller(account?.provider, profile)),
      signOut: (message) => {
        const caller = callers.ofSession(('token' in message && message.token) || {})
        if (caller !== undefined) audit.signedOut(caller)
      },
    },
    logger: {
      error: (error) => {
        const { reason, details, expected } = failureOf(error)
        if (expected) return
        log.warn('sign-in failed', { reason, details })
        audit.failed(reason)
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  }
}

/**
 * Creates an Express application whose requests appear to be sent to `base`, whatever their headers contain;
 * the library derives its URLs from that.
 */
function applicationAt(base: URL): Express {
  const app = express()
  app.disable('x-powered-by')
  Object.defineProperty(app.request, 'protocol', { get: () => base.protocol.slice(0, -1) })
  Object.defineProperty(app.request, 'get', {
    value(this: Request, name: string) {
      return name === 'host' ? base.host : this.headers[name.toLowerCase()]
    },
  })
  return app
}

function isSameOrigin(base: URL, url: string): boolean {
  const target = URL.parse(url, base)
  // Not by `origin`: a blob URL has the origin of the page that made it.
  return target?.protocol === base.protocol && target.host === base.host
}

/** Every cookie is `__Host-`, and no other name begins with the session's. */
function cookies(): NonNullable<ExpressAuthConfig['cookies']> {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: true } as const
  const named = (name: string) => ({ name: `__Host-cluster-inspector.${name}`, options })
  return {
    sessionToken: { name: SESSION_COOKIE, options },
    callbackUrl: named('return'),
    csrfToken: named('csrf'),
    pkceCodeVerifier: named('pkce'),
    state: named('state'),
    nonce: named('nonce'),
  }
}

async function providersOf(
  { oidc, github }: SignInSettings,
  env: NodeJS.ProcessEnv,
): Promise<ExpressAuthConfig['providers']> {
  return [
    ...(oidc === undefined ? [] : [await oidcOf(oidc, env)]),
    ...(github === undefined
      ? []
      : [gitHub(github, await readText('client secret', github.clientSecretFile), gitHubFetch(env))]),
  ]
}

async function oidcOf(settings: OidcSettings, env: NodeJS.ProcessEnv) {
  const { issuer, clientId, clientSecretFile, scopes, caFile } = settings
  const ca = caFile === undefined ? undefined : await readText('CA of the issuer', caFile)
  return {
    id: 'oidc',
    name: new URL(issuer).host,
    type: 'oidc',
    issuer,
    clientId,
    clientSecret: await readText('client secret', clientSecretFile),
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: scopes.join(' ') } },
    [customFetch]: issuerFetch(issuer, ca, env),
  } satisfies ExpressAuthConfig['providers'][number]
}
