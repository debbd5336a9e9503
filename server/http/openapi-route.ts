import { Router } from 'express'
import { MethodNotAllowed } from '../errors.ts'
import type { Forms } from './forms.ts'
import type { Passage } from './passage.ts'
import { openApi } from './openapi.ts'
import { sendRead } from './reply.ts'
import { Encoded, type Route } from './route.ts'
import { stateOf } from './state.ts'

const PATH = '/api/openapi.json'

/** Serves the description of the API, made once. */
export function openApiRoute(
  routes: readonly Route<never>[],
  passages: readonly Passage[],
  version: string,
  forms: Forms,
): Router {
  const description = Encoded.of(openApi(routes, version, passages), Infinity)
  const router = Router({ strict: true, caseSensitive: true })
  router.get(PATH, async (request, response) => {
    stateOf(response).route = PATH
    await sendRead(request, response, description, forms)
  })
  router.all(PATH, (request, response, next) => {
    stateOf(response).route = PATH
    if (request.method === 'OPTIONS') response.set('Allow', 'GET, HEAD, OPTIONS').status(204).end()
    else next(new MethodNotAllowed(request.method, ['GET', 'HEAD', 'OPTIONS']))
  })
  return router
}
