import type { RequestListener } from 'node:http'
import { hostname } from 'node:os'
import express, { type Express } from 'express'
import { InvalidRequest, UnknownPath } from './errors.ts'
import type { AccessLog } from './http/access-log.ts'
import type { AuditReads } from './audit/routes.ts'
import type { Actor, Trail } from './audit/trail.ts'
import type { Authentication } from './auth/authentication.ts'
import type { Permission } from './auth/permission.ts'
import { admission } from './http/admission.ts'
import { Answers } from './http/answers.ts'
import { docs } from './http/docs.ts'
import type { Lifecycle, OpenStreams } from './http/drain.ts'
import { errorMiddleware } from './http/errors.ts'
import { Forms } from './http/forms.ts'
import { guard } from './http/guard.ts'
import { hostCheck, Hosts } from './http/hosts.ts'
import type { Log } from './http/log.ts'
import type { Metrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { ownOriginOnly } from './http/origin.ts'
import { openApiRoute } from './http/openapi-route.ts'
import { callerLimit, failureLimit } from './http/rate-limit.ts'
import { requestId } from './http/request-id.ts'
import { apiHeaders } from './http/security.ts'
import type { After } from './http/stay.ts'
import { Validation } from './http/validation.ts'
import type { ReadWishes } from './http/wishes.ts'
import type { Contexts } from './kube/contexts.ts'
import type { Hub } from './live/hub.ts'
import type { Live } from './live/routes.ts'
import { routes } from './routes.ts'

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
  streams: OpenStreams
  version: string
  /** Names this service answers to beside addresses and localhost. */
  allowedHosts: readonly string[]
  /** Whether reads may be answered from watched state. */
  cache: boolean
  checkResponses: boolean
  requestTimeoutMs: number
  /** Requests a minute of one caller that memory cannot answer; 0 for any. */
  rateLimit: number
  clock: () => number
  /** Runs something once after so many milliseconds, unless what it returns is called before. */
  after: After
}

/** The API: what was answered before and stands is answered again, everything else goes through the application. */
export function createApi(deps: AppDependencies): RequestListener {
  const forms = new Forms()
  const hosts = new Hosts(deps.allowedHosts)
  const answers = new Answers({ ...deps, forms, hosts })
  const app = createApp({ ...deps, forms, hosts, answers })
  return (request, response) => {
    if (!answers.answer(request, response)) app(request, response)
  }
}

/** The middleware in order, and the routes. */
function createApp(deps: AppDependencies & { forms: Forms; hosts: Hosts; answers: Answers }): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.disable('query parser')
  app.use(requestId())
  app.use(deps.accessLog.middleware())
  app.use(deps.metrics.middleware())
  app.use(apiHeaders())
  app.use(guard(deps.lifecycle))
  app.use(hostCheck(deps.hosts))
  app.use(ownOriginOnly())
  app.use(docs())
  app.use(openApiRoute(routes, deps.version, deps.forms))
  app.use(failureLimit(deps.authentication))
  app.use(admission(deps.authentication, deps.permission))
  app.use(callerLimit(deps.rateLimit))
  app.use(mount(routes, { ...deps, validation: new Validation(), services: servicesOf(deps) }))
  app.use((request) => {
    throw new UnknownPath(`no route ${request.method} ${request.path}; /docs lists those there are`)
  })
  app.use(errorMiddleware(deps.log, deps.trail))
  return app
}

function servicesOf({ contexts, hub, cache, trail, permission }: AppDependencies) {
  return (name: string | undefined, signal: AbortSignal, wishes: ReadWishes, actor: Actor) => {
    const cluster = contexts.cluster(
      name,
      signal,
      cache ? wishes : { ...wishes, fresh: true, unwatched: true },
      trail.author(actor),
    )
    const followed = contexts.followed(name)
    if (cluster === undefined || followed === undefined)
      throw new InvalidRequest([
        { in: 'query', name: 'context', message: 'names no context of this service' },
      ])
    const live: Live = { open: (query, lastEventId) => hub.open(followed, query, lastEventId, signal) }
    const audit: AuditReads = {
      recent: () => {
        permission.checkAudit(actor.caller)
        return { audit: trail.recent(), replica: hostname() }
      },
    }
    return {
      services: Object.assign(cluster, { live, audit }),
      headers: () => cluster.headers(),
      ground: () => cluster.ground(),
    }
  }
}
