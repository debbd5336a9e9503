import { Router, urlencoded, type Request, type RequestHandler, type Response } from 'express'
import type { Trail } from '../audit/trail.ts'
import type { Caller } from '../auth/caller.ts'
import type { SignIn, SignInWitness } from '../auth/sign-in.ts'
import {
  InvalidRequest,
  MethodNotAllowed,
  NotConfigured,
  TooLarge,
  UnknownPath,
  UnsupportedBody,
} from '../errors.ts'
import type { Passage } from './passage.ts'
import { signInLimit } from './rate-limit.ts'
import { actorOf, stateOf } from './state.ts'

const BASE = '/api/auth'
const MAX_BODY_BYTES = 4096
const RETURN_COOKIE = /(?:^|;\s*)__Host-cluster-inspector\.return=([^;]*)/
/** What of the library is served: it knows more actions, for ways to sign in that there are none of here. */
const ACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['GET', ['csrf', 'providers', 'session', 'signin', 'signout', 'error', 'callback/']],
  ['POST', ['signin/', 'signout']],
])

const params = {
  action: { type: 'string', description: '`csrf`, `error`, `providers`, `session`, `signin` or `signout`' },
  provider: { type: 'string', description: '`oidc` or `github`' },
} as const

/** What the description of the API says of these routes. */
export const signInPassages: readonly Passage[] = [
  {
    method: 'GET',
    path: `${BASE}/{action}`,
    summary: 'Sign-in: the session, a CSRF token, the ways there are',
    description:
      '`session` answers who is signed in and until when, or `null`, and makes the cookie anew. The rest is for the page that signs people in.',
    params: { action: params.action },
  },
  {
    method: 'POST',
    path: `${BASE}/{action}`,
    summary: 'Signs out',
    description: '`signout`, with the field `csrfToken`, whose value `GET /api/auth/csrf` says.',
    params: { action: params.action },
  },
  {
    method: 'GET',
    path: `${BASE}/callback/{provider}`,
    summary: 'Where an issuer sends people back to',
    description: 'Register it with the issuer. It ends in a session, a cookie, and leads to `/docs`.',
    params: { provider: params.provider },
  },
  {
    method: 'POST',
    path: `${BASE}/signin/{provider}`,
    summary: 'Signs in',
    description:
      'With the field `csrfToken`, whose value `GET /api/auth/csrf` says. Leads to the issuer, with state, nonce and PKCE.',
    params: { provider: params.provider },
  },
]

/** Serves /api/auth by the sign-in library, behind the checks every route has; 501 where sign-in is not configured. */
export function signInRoutes(signIn: SignIn | undefined, trail: Trail): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const routes = signIn?.routes((request, response) => witnessOf(trail, request, response))
  router.use(BASE, (request, response, next) => {
    if (request.path === '/') {
      next('router')
      return
    }
    stateOf(response).route = `${BASE}/*`
    if (routes === undefined)
      next(
        new NotConfigured(
          'sign-in is not set up here: set authUrl, signInKeysFile, and oidcIssuer or githubClientId (chart: auth.signIn)',
        ),
      )
    else if (request.method === 'OPTIONS') response.set('Allow', 'GET, POST, OPTIONS').status(204).end()
    else next()
  })
  if (signIn === undefined || routes === undefined) return router
  router.use(BASE, servedOnly(), signInLimit(), form(), returnsHere(signIn), routes)
  return router
}

function servedOnly(): RequestHandler {
  return ({ method, path }, response, next) => {
    const served = ACTIONS.get(method)
    if (served === undefined) throw new MethodNotAllowed(method, ['GET', 'POST', 'OPTIONS'])
    const [, action = '', provider, ...rest] = path.split('/')
    if (
      rest.length > 0 ||
      provider === '' ||
      !served.includes(provider === undefined ? action : `${action}/`)
    )
      throw new UnknownPath(`no route ${method} ${BASE}${path}; /docs lists those there are`)
    if (action !== 'session' && action !== 'csrf') response.set('Cache-Control', 'no-store')
    next()
  }
}

/** Reads the fields of a form; there is no other body here. */
function form(): RequestHandler {
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
      next(new UnsupportedBody('a body must be sent as Content-Type: application/x-www-form-urlencoded'))
      return
    }
    parse(request, response, (error?: unknown) => {
      if (error === undefined) next()
      else if (error instanceof Error && Reflect.get(error, 'type') === 'entity.too.large')
        next(new TooLarge(`a body may hold ${MAX_BODY_BYTES} bytes at most`))
      else next(refusal('body', 'body', 'must be a form of a few fields'))
    })
  }
}

/** Refuses to send anyone elsewhere after a sign-in; the library would ask for it in three places. */
function returnsHere(signIn: SignIn): RequestHandler {
  return (request, _response, next) => {
    const query = new URLSearchParams(request.originalUrl.split('?').slice(1).join('?'))
    const asked = [
      ...query.getAll('callbackUrl').map((url) => ['query', url] as const),
      ...fieldOf(request).map((url) => ['body', url] as const),
      ...cookieOf(request).map((url) => ['header', url] as const),
    ]
    const foreign = asked.find(([, url]) => !signIn.isOwn(url))
    next(foreign && refusal(foreign[0], 'callbackUrl', 'must lead to this service'))
  }
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

function refusal(where: 'query' | 'body' | 'header', name: string, message: string): InvalidRequest {
  return new InvalidRequest([{ in: where, name, message }])
}

function witnessOf(trail: Trail, request: Request, response: Response): SignInWitness {
  const note = (event: 'sign-in' | 'sign-out', caller: Caller | undefined, result: string): void =>
    trail.signed({ ...actorOf(request, response), caller }, event, result)
  return {
    signedIn: (caller) => note('sign-in', caller, 'made'),
    signedOut: (caller) => note('sign-out', caller, 'made'),
    failed: (reason) => note('sign-in', undefined, `refused: ${reason}`),
  }
}
