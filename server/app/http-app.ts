import type { RequestListener } from 'node:http'
import express, { type Express, type RequestHandler } from 'express'
import type { AuditLog } from '../audit/audit-log.ts'
import type { SignIn } from '../auth/sign-in/create-sign-in.ts'
import { background } from '../core/background.ts'
import { RouteNotFoundError } from '../core/errors.ts'
import type { AllowedHosts } from '../http/allowed-hosts.ts'
import { requestChecks, runChecks } from '../http/request-checks.ts'
import { consolePage } from '../http/console.ts'
import { docs } from '../http/docs.ts'
import { observeRequest, type AccessLog } from '../http/middleware/access-log.ts'
import type { AllowedOrigins } from '../http/middleware/allowed-origins.ts'
import { authenticate } from '../http/middleware/authenticate.ts'
import { cors, preflight } from '../http/middleware/cors.ts'
import { errorHandler } from '../http/middleware/error-handler.ts'
import { callerLimit } from '../http/middleware/rate-limit.ts'
import { attachContext, contextOf } from '../http/middleware/request-context.ts'
import { openApiRoute } from '../http/openapi-route.ts'
import { registerRoutes } from '../http/register-routes.ts'
import type { RouteOptions } from '../http/serve-route.ts'
import type { ConnectionLimiter } from '../http/server/connection-limiter.ts'
import type { Lifecycle } from '../http/server/lifecycle.ts'
import { signInExternalRoutes, signInRoutes } from '../http/sign-in-routes.ts'
import { streamKinds } from '../stream/stream-kinds.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { RequestScope } from './request-scope.ts'
import { routes } from './routes.ts'

export interface HttpAppDependencies extends RouteOptions<RequestScope> {
  readonly log: Log
  readonly accessLog: AccessLog
  readonly metrics: Metrics
  readonly lifecycle: Lifecycle
  readonly connections: ConnectionLimiter
  readonly auditLog: AuditLog
  /** Undefined if sign-in is not configured. */
  readonly signIn: SignIn | undefined
  readonly version: string
  readonly hosts: AllowedHosts
  /** Whether the console is served at `/`. */
  readonly console: boolean
  /** Other origins whose pages may use the API. */
  readonly origins: AllowedOrigins
  /** Requests per minute and caller that are not served from the response cache; 0: unlimited. */
  readonly rateLimit: number
}

/**
 * Creates the request listener of the API. Every request passes the checks; then the response cache serves it if it
 * can, and Express otherwise.
 */
export function createHttpApp(dependencies: HttpAppDependencies): RequestListener {
  const { lifecycle, responseCache } = dependencies
  const checks = requestChecks(dependencies)
  const app = createExpressApp(dependencies)
  return (request, response) => {
    lifecycle.trackResponse(response)
    const context = attachContext(response)
    observeRequest(request, response, dependencies)
    // A response that announces the end of its connection needs Express, which merges that header.
    const serve = (): unknown => {
      const served =
        runChecks(checks, request, context) && lifecycle.ready && responseCache.tryServe(request, response)
      if (served instanceof Promise) return served.then((done) => done || app(request, response))
      return served || app(request, response)
    }
    background('serving a request', serve, () => response.destroy())
  }
}

const documentedKinds = streamKinds.map(({ plural: name, event, isDefault }) => ({ name, event, isDefault }))

/** A step of Express, and the reason why a response from the response cache does not need it. */
export interface ExpressStep {
  readonly handler: RequestHandler
  readonly notForCachedResponses: string
}

/** The steps of Express before the routes, in order. A check that cached responses need too belongs to `requestChecks`. */
export function expressSteps(dependencies: HttpAppDependencies): readonly ExpressStep[] {
  const { origins, version, signIn, auditLog, authentication, rateLimit } = dependencies
  const foreign = 'a request with an Origin header bypasses the cache'
  const own = 'serves paths of its own'
  return [
    { handler: applyChecks, notForCachedResponses: 'the cache applies the headers of the checks itself' },
    { handler: cors(origins), notForCachedResponses: foreign },
    { handler: rejectFailedCheck, notForCachedResponses: 'the cache serves no request that failed a check' },
    { handler: preflight(origins), notForCachedResponses: foreign },
    { handler: consolePage(dependencies.console), notForCachedResponses: own },
    { handler: docs(documentedKinds), notForCachedResponses: own },
    {
      handler: openApiRoute(routes, signInExternalRoutes, version, dependencies),
      notForCachedResponses: own,
    },
    { handler: signInRoutes(signIn, auditLog), notForCachedResponses: own },
    {
      handler: authenticate(authentication, origins),
      notForCachedResponses: 'the cache authenticates with the same chain and policy',
    },
    {
      handler: callerLimit(rateLimit),
      notForCachedResponses: 'serving a cached response costs less than counting it',
    },
  ]
}

/** Creates the Express application behind the response cache: the steps, the routes, the 404 and the error handler. */
export function createExpressApp(dependencies: HttpAppDependencies): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.disable('query parser')
  for (const { handler } of expressSteps(dependencies)) app.use(handler)
  app.use(registerRoutes(routes, dependencies))
  app.use((request) => {
    throw new RouteNotFoundError(`no route ${request.method} ${request.path}; /docs lists all routes`)
  })
  app.use(errorHandler(dependencies.log, dependencies.auditLog))
  return app
}

/** Sets the headers of the checks, which error responses carry too. */
const applyChecks: RequestHandler = (_request, response, next) => {
  const { headers } = contextOf(response)
  for (let index = 0; index + 1 < headers.length; index += 2)
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
  next()
}

/** Passes the error of a failed check on to the error handler. */
const rejectFailedCheck: RequestHandler = (_request, response, next) => next(contextOf(response).rejection)
