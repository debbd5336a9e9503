import { Router } from 'express'
import { MethodNotAllowedError } from '../core/errors.ts'
import type { ExternalRoute } from '../api/external-routes.ts'
import { openApi } from '../api/openapi.ts'
import { sendCacheable, type CacheableResponses } from './response/send-response.ts'
import { type Route } from '../api/define-route.ts'
import { contextOf } from './middleware/request-context.ts'
import { SerializedBody } from '../core/serialized-body.ts'

const PATH = '/api/openapi.json'

/** Serves the OpenAPI description, generated for its first reader: no start waits for it. */
export function openApiRoute(
  routes: readonly Route<never>[],
  externalRoutes: readonly ExternalRoute[],
  version: string,
  responses: CacheableResponses,
): Router {
  let description: SerializedBody<object> | undefined
  const router = Router({ strict: true, caseSensitive: true })
  router.get(PATH, async (_request, response) => {
    contextOf(response).route = PATH
    description ??= SerializedBody.of(openApi(routes, version, externalRoutes), Infinity)
    await sendCacheable(response, description, responses)
  })
  router.all(PATH, (request, response, next) => {
    contextOf(response).route = PATH
    if (request.method === 'OPTIONS') response.set('Allow', 'GET, HEAD, OPTIONS').status(204).end()
    else next(new MethodNotAllowedError(request.method, ['GET', 'HEAD', 'OPTIONS']))
  })
  return router
}
