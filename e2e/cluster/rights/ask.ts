import { expect } from 'chai'
import type { Method } from '../../../server/api/define-route.ts'
import { rightParts, type Right } from '../../../server/kinds/rbac-table.ts'
import { apiNameOf } from '../../kinds/fixture.ts'
import { listedFixtures } from '../../kinds/register.ts'
import { call, queryOf, type Answer } from '../../support/http.ts'
import type { Kube } from '../../support/kube.ts'
import { world } from '../environment/world.ts'
import type { Shop } from './shop.ts'

interface RightsRequest {
  method: Method
  path: string
  query: { properties: Readonly<Record<string, unknown>> }
}

/** Calls a route with names that exist. */
export async function ask(route: RightsRequest, shop: Shop, name?: string): Promise<Answer> {
  const { namespace } = shop
  const path = route.path.replace('{name}', name ?? (await nameFor(route.path, shop)))
  const query = 'namespace' in route.query.properties ? `?namespace=${namespace}` : ''
  return call(
    world().forward.api,
    route.method,
    path + query + queryOf(route),
    route.method === 'POST' ? { namespace } : undefined,
  )
}

/** Expects the response of a route that nothing denies. Without metrics-server the routes of metrics are 503. */
export function expectServed({ method, path }: RightsRequest, { status, json }: Answer): void {
  const served = path.startsWith('/api/metrics/') ? [200, 503] : [200]
  expect(status, `${method} ${path}: ${JSON.stringify(json)}`).to.be.oneOf(served)
}

async function nameFor(path: string, shop: Shop): Promise<string> {
  if (!path.includes('{name}')) return ''
  const fixture = listedFixtures.find((one) => path.startsWith(`/api/${apiNameOf(one)}/`))
  if (fixture?.inShop === undefined) throw new Error(`no fixture names an object for ${path}`)
  return fixture.inShop(shop)
}

interface Denial {
  /** The rights of the route that are not granted; the response names one of them. */
  rights: readonly Right[]
  enabledBy: string
  setting: string
}

interface Missing {
  verb: string
  apiGroup: string
  resource: string
  namespace?: string
  enabledBy: string
}

/**
 * Expects the body of a 403 to name the missing right and the setting that grants it, with the API server's
 * own message for this identity.
 */
export async function isDenied(json: Record<string, unknown>, own: Kube, denial: Denial): Promise<void> {
  const { error, code, statusCode, missing, hint } = json
  expect({ code, statusCode }).to.deep.equal({ code: 'FORBIDDEN', statusCode: 403 })
  const [lacked, ...more] = missing as Missing[]
  expect(more).to.have.length(0)
  if (lacked === undefined) throw new Error('nothing is said to be missing')
  const { namespace: _, enabledBy, ...right } = lacked
  expect(enabledBy).to.equal(denial.enabledBy)
  expect(
    denial.rights.map(rightParts).map(({ verb, apiGroup, resource }) => ({ verb, apiGroup, resource })),
  ).to.deep.include(right)
  expect(hint).to.include(denial.setting)
  expect(error).to.equal(await wordsOf(own, lacked, String(error)))
}

const METHODS: Readonly<Record<string, 'GET' | 'PATCH' | 'DELETE'>> = {
  get: 'GET',
  list: 'GET',
  patch: 'PATCH',
  delete: 'DELETE',
}

/** Sends the same request to the API server with the service's own token and returns its message. */
async function wordsOf(
  own: Kube,
  { verb, apiGroup, resource, namespace }: Missing,
  error: string,
): Promise<string> {
  const [plural = '', subresource] = resource.split('/')
  const root = apiGroup === '' ? '/api/v1' : `/apis/${apiGroup}/v1`
  // A right on a Namespace is in that Namespace, which is not in the path before it.
  const scope = namespace === undefined || plural === 'namespaces' ? '' : `/namespaces/${namespace}`
  // The API server's message begins with the object's name, if there is one: `pods "shop-1" is forbidden: …`.
  const name = /^[a-z0-9.]+ "([^"]+)"/.exec(error)?.[1]
  const path = [root + scope, plural, name, subresource].filter((part) => part !== undefined).join('/')
  const { status, body } = await own.call(METHODS[verb] ?? 'GET', path, verb === 'patch' ? {} : undefined)
  expect(status, path).to.equal(403)
  return (body as { message: string }).message
}
