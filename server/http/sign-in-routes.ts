import { Router, urlencoded, type Request, type RequestHandler, type Response } from 'express'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Caller } from '../auth/caller.ts'
import type { SignIn, SignInAuditHook } from '../auth/sign-in/create-sign-in.ts'
import {
  InvalidRequestError,
  MethodNotAllowedError,
  NotConfiguredError,
  PayloadTooLargeError,
  RouteNotFoundError,
  UnsupportedMediaTypeError,
} from '../core/errors.ts'
import type { ExternalRoute } from '../api/external-routes.ts'
import { readBody } from './middleware/body-limit.ts'
import { signInLimit } from './middleware/rate-limit.ts'
import { actorOf, contextOf } from './middleware/request-context.ts'

const BASE = '/api/auth'
const MAX_BODY_BYTES = 4096
const RETURN_COOKIE = /(?:^|;\s*)__Host-cluster-inspector\.return=([^;]*)/
/** Actions of the library that are served; it has others, for sign-in methods that are not used here. */
const ACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['GET', ['csrf', 'providers', 'session', 'signin', 'signout', 'error', 'callback/']],
  ['POST', ['signin/', 'signout']],
])

const provider = { type: 'string', enum: ['oidc', 'github'], description: 'The sign-in method' } as const

const PROBLEMS = ['NOT_FOUND', 'NOT_CONFIGURED'] as const
const WRITE_PROBLEMS = ['FORBIDDEN', ...PROBLEMS] as const

/** The sign-in routes in the OpenAPI description. */
export const signInExternalRoutes: readonly ExternalRoute[] = [
  {
    method: 'GET',
    path: `${BASE}/{action}`,
    operationId: 'getSignInState',
    summary: 'Get the session, a CSRF token or the sign-in methods',
    description:
      '`session` returns the signed-in user and the expiry, or `null`, and renews the cookie. The other actions serve the sign-in page.',
    params: {
      action: {
        type: 'string',
        enum: ['csrf', 'providers', 'session', 'signin', 'signout', 'error'],
        description: 'The action',
      },
    },
    problems: PROBLEMS,
  },
  {
    method: 'POST',
    path: `${BASE}/{action}`,
    operationId: 'signOut',
    summary: 'Sign out',
    description: '`signout`, with the field `csrfToken`: a token from `GET /api/auth/csrf`.',
    params: { action: { type: 'string', enum: ['signout'], description: 'The action' } },
    problems: WRITE_PROBLEMS,
  },
  {
    method: 'GET',
    path: `${BASE}/callback/{provider}`,
    operationId: 'completeSignIn',
    summary: 'Complete a sign-in (OAuth callback)',
    description: 'Register this URL with the issuer. Sets the session cookie and redirects to `/docs`.',
    params: { provider },
    problems: PROBLEMS,
  },
  {
    method: 'POST',
    path: `${BASE}/signin/{provider}`,
    operationId: 'signIn',
    summary: 'Sign in',
    description:
      'With the field `csrfToken`: a token from `GET /api/auth/csrf`. Redirects to the issuer, with state, nonce and PKCE.',
    params: { provider },
    problems: WRITE_PROBLEMS,
  },
]

/** Serves /api/auth with the sign-in library, behind every route's checks; 501 if not configured. */
export function signInRoutes(signIn: SignIn | undefined, auditLog: AuditLog): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const routes = signIn?.routes((request, response) => auditHookFor(auditLog, request, response))
  router.use(BASE, (request, response, next) => {
    if (request.path === '/') {
      next('router')
      return
    }
    contextOf(response).route = `${BASE}/*`
    if (routes === undefined)
      next(
        new NotConfiguredError(
          'sign-in is not enabled',
          'set authUrl, signInKeysFile, and oidcIssuer or githubClientId (chart: auth.signIn)',
        ),
      )
    else if (request.method === 'OPTIONS') response.set('Allow', 'GET, POST, OPTIONS').status(204).end()
    else next()
  })
  if (signIn === undefined || routes === undefined) return router
  router.use(
    BASE,
    servedOnly(),
    signInLimit(),
    urlEncodedBody(),
    rejectForeignRedirect(signIn),
    withoutQuery,
    routes,
  )
  return router
}

function servedOnly(): RequestHandler {
  return ({ method, path }, response, next) => {
    const served = ACTIONS.get(method)
    if (served === undefined) throw new MethodNotAllowedError(method, ['GET', 'POST', 'OPTIONS'])
    const [, action = '', provider, ...rest] = path.split('/')
    if (
      rest.length > 0 ||
      provider === '' ||
      !served.includes(provider === undefined ? action : `${action}/`)
    )
      throw new RouteNotFoundError(`no route ${method} ${BASE}${path}; /docs lists all routes`)
    if (action !== 'session' && action !== 'csrf') response.set('Cache-Control', 'no-store')
    next()
  }
}

/** Parses a form body; no other type is accepted. */
function urlEncodedBody(): RequestHandler {
  const parse = urlencoded({
    extended: false,
    inflate: false,
    limit: MAX_BODY_BYTES,
    parameterLimit: 10,
    type: () => true,
  })
  return (request, response, next) => {
    if (request.method !== 'POST') {
      next()
      return
    }
    if (
      !/^application\/x-www-form-urlencoded(;\s*charset=utf-8)?$/i.test(request.get('content-type') ?? '')
    ) {
      next(
        new UnsupportedMediaTypeError(
          'the body must be sent as Content-Type: application/x-www-form-urlencoded',
        ),
      )
      return
    }
    const done = (error?: unknown): void => {
      if (error === undefined || error instanceof PayloadTooLargeError) next(error)
      else next(refusal('body', 'body', 'must be an HTML form with few fields'))
    }
    readBody(parse, request, response, { limit: MAX_BODY_BYTES, done })
  }
}

/**
 * Rejects callback URLs of another origin (open redirects). The library reads them from three places: query,
 * body and cookie.
 */
function rejectForeignRedirect(signIn: SignIn): RequestHandler {
  return (request, _response, next) => {
    const query = new URLSearchParams(request.originalUrl.split('?').slice(1).join('?'))
    const requested = [
      ...query.getAll('callbackUrl').map((url) => ['query', url] as const),
      ...fieldOf(request).map((url) => ['body', url] as const),
      ...cookieOf(request).map((url) => ['header', url] as const),
    ]
    const foreign = requested.find(([, url]) => !signIn.isSameOrigin(url))
    next(foreign && refusal(foreign[0], 'callbackUrl', 'must be a URL of this service'))
  }
}

/** Removes the query of a POST: the library would pass each parameter on to the issuer, such as another `scope`. */
const withoutQuery: RequestHandler = (request, _response, next) => {
  if (request.method === 'POST') request.originalUrl = request.originalUrl.split('?', 1)[0] ?? ''
  next()
}

function fieldOf({ body }: Request): string[] {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'callbackUrl') : undefined
  return value === undefined ? [] : [typeof value === 'string' ? value : 'https://invalid']
}

function cookieOf({ headers }: Request): string[] {
  const [, value] = RETURN_COOKIE.exec(headers.cookie ?? '') ?? []
  if (value === undefined) return []
  try {
    return [decodeURIComponent(value)]
  } catch {
    return ['https://invalid']
  }
}

function refusal(where: 'query' | 'body' | 'header', name: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ in: where, name, message }])
}

function auditHookFor(auditLog: AuditLog, request: Request, response: Response): SignInAuditHook {
  const record = (event: 'sign-in' | 'sign-out', caller: Caller | undefined, result: string): void =>
    auditLog.recordSignIn({ ...actorOf(request, response), caller }, event, result)
  return {
    signedIn: (caller) => record('sign-in', caller, 'succeeded'),
    signedOut: (caller) => record('sign-out', caller, 'succeeded'),
    failed: (reason) => record('sign-in', undefined, `failed: ${reason}`),
  }
}
