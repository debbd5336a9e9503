import type { RequestListener } from 'node:http'
import express, { type Express } from 'express'
import { RouteNotFoundError } from '../core/errors.ts'
import type { AccessLog } from '../http/middleware/access-log.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AuthenticatorChain } from '../auth/authenticator-chain.ts'
import type { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import type { SignIn } from '../auth/sign-in/create-sign-in.ts'
import { authenticate } from '../http/middleware/authenticate.ts'
import { ResponseCache } from '../http/response-cache/response-cache.ts'
import { cors, preflight } from '../http/middleware/cors.ts'
import { docs } from '../http/docs.ts'
import type { Lifecycle, OpenResponses } from '../http/server/lifecycle.ts'
import { errorHandler } from '../http/middleware/error-handler.ts'
import { ContentEncodings } from '../http/response/content-encoding.ts'
import { requestLimits } from '../http/middleware/request-limits.ts'
import { checkHost, type AllowedHosts } from '../http/middleware/allowed-hosts.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { registerRoutes } from '../http/register-routes.ts'
import { csrfProtection } from '../http/middleware/csrf.ts'
import type { AllowedOrigins } from '../http/middleware/allowed-origins.ts'
import { openApiRoute } from '../http/openapi-route.ts'
import { callerLimit, failureLimit } from '../http/middleware/rate-limit.ts'
import { requestId } from '../http/middleware/request-id.ts'
import { apiHeaders, strictTransportHeader } from '../http/middleware/security-headers.ts'
import { signInExternalRoutes, signInRoutes } from '../http/sign-in-routes.ts'
import type { SetTimer } from '../http/response/revalidate.ts'
import { Validation } from '../api/validation.ts'
import type { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import type { Hub } from '../stream/hub.ts'
import { routes } from './routes.ts'
import { createRequestScope } from './request-scope.ts'
import type { Scheduler } from '../core/scheduler.ts'

export interface AppDependencies {
  contexts: ClusterRegistry
  hub: Hub
  log: Log
  accessLog: AccessLog
  metrics: Metrics
  lifecycle: Lifecycle
  authentication: AuthenticatorChain
  trail: AuditLog
  permission: AuthorizationPolicy
  /** Undefined if sign-in is not configured. */
  signIn: SignIn | undefined
  streams: OpenResponses
  version: string
  hosts: AllowedHosts
  /** Other origins whose pages may use the API (CORS). */
  origins: AllowedOrigins
  /** Whether reads may be served from watch caches. */
  cache: boolean
  checkResponses: boolean
  requestTimeoutMs: number
  /** Requests per minute and caller, not counting responses from the response cache; 0 for no limit. */
  rateLimit: number
  clock: () => number
  turns: Scheduler
  /** Runs a callback once after a delay; the returned function cancels it. */
  after: SetTimer
}

/** Creates the request listener of the API: the response cache, with the Express application behind it. */
export function createHttpApp(deps: AppDependencies): RequestListener {
  const forms = new ContentEncodings()
  const answers = new ResponseCache({ ...deps, forms })
  const app = createApp({ ...deps, forms, answers })
  const through: RequestListener = (request, response) => {
    deps.lifecycle.trackResponse(response)
    app(request, response)
  }
  return (request, response) => {
    const answered = answers.tryServe(request, response)
    if (answered instanceof Promise) void answered.then((done) => done || through(request, response))
    else if (!answered) through(request, response)
  }
}

/** Creates the Express application with its middleware, in order, and the routes. */
function createApp(deps: AppDependencies & { forms: ContentEncodings; answers: ResponseCache }): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.disable('query parser')
  app.use(requestId())
  app.use(deps.accessLog.middleware())
  app.use(deps.metrics.middleware())
  app.use(apiHeaders())
  app.use(strictTransportHeader())
  if (deps.origins.any) app.use(cors(deps.origins))
  app.use(requestLimits(deps.lifecycle))
  app.use(checkHost(deps.hosts))
  if (deps.origins.any) app.use(preflight(deps.origins))
  app.use(csrfProtection(deps.origins))
  app.use(docs())
  app.use(openApiRoute(routes, signInExternalRoutes, deps.version, deps.forms))
  app.use(signInRoutes(deps.signIn, deps.trail))
  app.use(failureLimit(deps.authentication))
  app.use(authenticate(deps.authentication, deps.permission, deps.origins))
  app.use(callerLimit(deps.rateLimit))
  app.use(
    registerRoutes(routes, { ...deps, validation: new Validation(), services: createRequestScope(deps) }),
  )
  app.use((request) => {
    throw new RouteNotFoundError(`no route ${request.method} ${request.path}; /docs lists those there are`)
  })
  app.use(errorHandler(deps.log, deps.trail))
  return app
}
