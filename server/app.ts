import type { RequestListener } from 'node:http'
import express, { type Express } from 'express'
import { InvalidRequest, UnknownPath } from './errors.ts'
import type { AccessLog } from './http/access-log.ts'
import { loopbackOnly } from './http/admission.ts'
import { Answers } from './http/answers.ts'
import { docs } from './http/docs.ts'
import type { Lifecycle, OpenStreams } from './http/drain.ts'
import { errorMiddleware } from './http/errors.ts'
import { Forms } from './http/forms.ts'
import { guard } from './http/guard.ts'
import type { Log } from './http/log.ts'
import type { Metrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { openApiRoute } from './http/openapi-route.ts'
import { requestId } from './http/request-id.ts'
import { apiHeaders } from './http/security.ts'
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
  streams: OpenStreams
  version: string
  /** Whether reads may be answered from watched state. */
  cache: boolean
  checkResponses: boolean
  requestTimeoutMs: number
  clock: () => number
}

/** The API: what was answered before and stands is answered again, everything else goes through the application. */
export function createApi(deps: AppDependencies): RequestListener {
  const forms = new Forms()
  const answers = new Answers({ ...deps, forms })
  const app = createApp({ ...deps, forms, answers })
  return (request, response) => {
    if (!answers.answer(request, response)) app(request, response)
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
  app.use(guard(deps.lifecycle))
  app.use(docs())
  app.use(openApiRoute(routes, deps.version, deps.forms))
  app.use(loopbackOnly())
  app.use(mount(routes, { ...deps, validation: new Validation(), services: servicesOf(deps) }))
  app.use((request) => {
    throw new UnknownPath(`no route ${request.method} ${request.path}; /docs lists those there are`)
  })
  app.use(errorMiddleware(deps.log))
  return app
}

function servicesOf({ contexts, hub, cache }: Pick<AppDependencies, 'contexts' | 'hub' | 'cache'>) {
  return (name: string | undefined, signal: AbortSignal, wishes: ReadWishes) => {
    const cluster = contexts.cluster(
      name,
      signal,
      cache ? wishes : { ...wishes, fresh: true, unwatched: true },
    )
    const followed = contexts.followed(name)
    if (cluster === undefined || followed === undefined)
      throw new InvalidRequest([
        { in: 'query', name: 'context', message: 'names no context of this service' },
      ])
    const live: Live = { open: (query, lastEventId) => hub.open(followed, query, lastEventId, signal) }
    return {
      services: Object.assign(cluster, { live }),
      headers: () => cluster.headers(),
      ground: () => cluster.ground(),
    }
  }
}
