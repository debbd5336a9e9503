import type { Method } from '../../../server/api/define-route.ts'
import { routes } from '../../../server/app/routes.ts'
import type { Random } from '../../oracle/random.ts'

/** Names of objects that exist, by the segment of their routes, each with its namespace. */
export type KnownObjects = ReadonlyMap<string, readonly { name: string; namespace?: string }[]>

/** One request to the service. */
export interface Case {
  readonly method: Method
  readonly route: string
  readonly path: string
  readonly headers: Record<string, string>
}

const reads = routes.filter(({ method }) => method === 'GET')
const SELECTORS = ['app', '!app', 'app=web', 'constructor', 'a in (b,c)', 'app.kubernetes.io/name']
const SEARCHES = ['web', 'app=', 'demo/', '10.', 'node', '\ud83d']
const VALUES: Readonly<Record<string, readonly string[]>> = {
  labelSelector: SELECTORS,
  limit: ['1', '2', '7', '500'],
  status: ['Running', 'Failed', 'CrashLoopBackOff'],
  phase: ['Running', 'Pending'],
  node: ['demo-node-1', 'none'],
  include: ['related', 'diagnosis', 'diagnosis,related'],
  severity: ['critical', 'warning'],
  kinds: ['pods', 'pods,deployments', 'events', 'nodes,serviceaccounts'],
  snapshot: ['true', 'false'],
  tail: ['1', '100'],
  container: ['web', 'none'],
  previous: ['true'],
  timestamps: ['true'],
}

/** Returns a read of any route, mostly of objects that exist, in one context. */
export function randomCase(
  random: Random,
  objects: KnownObjects,
  context: string,
  pages: readonly string[],
): Case {
  const { method, path: route, query } = random.pick(reads)
  const [, , segment = ''] = route.split('/')
  const object = random.chance(0.9)
    ? random.pick(objects.get(segment) ?? [{ name: 'none' }])
    : { name: 'none' }
  const parameters = new URLSearchParams({ context })
  if ('namespace' in query.properties && (route.includes('{name}') || random.chance(0.5)))
    parameters.set('namespace', object.namespace ?? 'shop')
  if ('q' in query.properties) parameters.set('q', random.pick(SEARCHES))
  for (const [name, values] of Object.entries(VALUES))
    if (name in query.properties && random.chance(0.15)) parameters.set(name, random.pick(values))
  if ('continue' in query.properties && pages.length > 0 && random.chance(0.1)) {
    parameters.set('continue', random.pick(pages))
    parameters.set('limit', '2')
  }
  const path = `${route.replace('{name}', object.name)}?${parameters.toString()}`
  // Half of the reads go past the caches, so that what the cluster says is projected for the caller at once.
  const headers: Record<string, string> = random.chance(0.5) ? { 'cache-control': 'no-cache' } : {}
  return { method, route, path, headers }
}
