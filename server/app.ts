import type { RequestListener } from 'node:http'
import express, { type Express } from 'express'
import { UnknownPath } from './errors.ts'
import type { AccessLog } from './http/access-log.ts'
import type { Trail } from './audit/trail.ts'
import type { Authentication } from './auth/authentication.ts'
import type { Permission } from './auth/permission.ts'
import type { SignIn } from './auth/sign-in.ts'
import { admission } from './http/admission.ts'
import { Answers } from './http/answers.ts'
import { crossOrigin, preflight } from './http/cross-origin.ts'
import { docs } from './http/docs.ts'
import type { Lifecycle, OpenStreams } from './http/drain.ts'
import { errorMiddleware } from './http/errors.ts'
import { Forms } from './http/forms.ts'
import { guard } from './http/guard.ts'
import { hostCheck, type Hosts } from './http/hosts.ts'
import type { Log } from './http/log.ts'
import type { Metrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { ownOriginOnly } from './http/origin.ts'
import type { Origins } from './http/origins.ts'
import { openApiRoute } from './http/openapi-route.ts'
import { callerLimit, failureLimit } from './http/rate-limit.ts'
import { requestId } from './http/request-id.ts'
import { apiHeaders, strictTransportHeader } from './http/security.ts'
import { signInPassages, signInRoutes } from './http/sign-in.ts'
import type { After } from './http/stay.ts'
import { Validation } from './http/validation.ts'
import type { Contexts } from './kube/contexts.ts'
import type { Hub } from './live/hub.ts'
import { routes } from './routes.ts'
import { servicesOf } from './services.ts'
import type { Turns } from './turns.ts'

export interface AppDependencies {
  contexts: Contexts
  hub: Hub
  log: Log
  accessLog: AccessLog
  metrics: Metrics
  lifecycle: Lifecycle
  authentication: Authentication
  trail: Trail
  permission: Permission
  /** Undefined where nobody signs in. */
  signIn: SignIn | undefined
  streams: OpenStreams
  version: string
  hosts: Hosts
  /** Other origins whose pages may use the API. */
  origins: Origins
  /** Whether reads may be answered from watched state. */
  cache: boolean
  checkResponses: boolean
  requestTimeoutMs: number
  /** Requests a minute of one caller that memory cannot answer; 0 for any. */
  rateLimit: number
  clock: () => number
  turns: Turns
  /** Runs something once after so many milliseconds, unless what it returns is called before. */
  after: After
}

/** The API: what was answered before and stands is answered again, everything else goes through the application. */
export function createApi(deps: AppDependencies): RequestListener {
  const forms = new Forms()
  const answers = new Answers({ ...deps, forms })
  const app = createApp({ ...deps, forms, answers })
  const through: RequestListener = (request, response) => {
    deps.lifecycle.answers(response)
    app(request, response)
  }
  return (request, response) => {
    const answered = answers.answer(request, response)
    if (answered instanceof Promise) void answered.then((done) => done || through(request, response))
    else if (!answered) through(request, response)
  }
}

/** The middleware in order, and the routes. */
function createApp(deps: AppDependencies & { forms: Forms; answers: Answers }): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.disable('query parser')
  app.use(requestId())
  app.use(deps.accessLog.middleware())
  app.use(deps.metrics.middleware())
  app.use(apiHeaders())
  app.use(strictTransportHeader())
  if (deps.origins.any) app.use(crossOrigin(deps.origins))
  app.use(guard(deps.lifecycle))
  app.use(hostCheck(deps.hosts))
  if (deps.origins.any) app.use(preflight(deps.origins))
  app.use(ownOriginOnly(deps.origins))
  app.use(docs())
  app.use(openApiRoute(routes, signInPassages, deps.version, deps.forms))
  app.use(signInRoutes(deps.signIn, deps.trail))
  app.use(failureLimit(deps.authentication))
  app.use(admission(deps.authentication, deps.permission, deps.origins))
  app.use(callerLimit(deps.rateLimit))
  app.use(mount(routes, { ...deps, validation: new Validation(), services: servicesOf(deps) }))
  app.use((request) => {
    throw new UnknownPath(`no route ${request.method} ${request.path}; /docs lists those there are`)
  })
  app.use(errorMiddleware(deps.log, deps.trail))
  return app
}
