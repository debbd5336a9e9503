import { openApi } from '../../api/openapi.ts'
import { routes } from '../../app/routes.ts'
import { packageVersion } from '../../core/version.ts'
import { signInExternalRoutes } from '../../http/sign-in-routes.ts'
import { kinds } from '../../kinds/register.ts'
import type { KindEntry, ApiCatalogue } from '../page/catalogue.ts'

interface Operation {
  readonly operationId?: string
}

/** The part of an OpenAPI document that the catalogue needs. */
interface DescribedApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Columns that come first, if a kind has them. */
const FIRST = ['status', 'containers', 'replicas', 'lastTimestamp', 'type', 'reason', 'involvedObject']
/** Fields of list items that no table shows, or that have a fixed place; labels have a filter, and the age is computed. */
const HIDDEN = new Set(['labels', 'age', 'namespace', 'name', 'createdAt'])

/**
 * Returns the catalogue that the console is built with: the paths of all operations, and the kinds with their columns.
 * It comes from the contract, so that the page repeats none of it.
 */
export function describeApi(): ApiCatalogue {
  const api = openApi(routes, packageVersion(), signInExternalRoutes) as DescribedApi
  const operations: Record<string, string> = {}
  for (const [path, methods] of Object.entries(api.paths))
    for (const { operationId } of Object.values(methods))
      if (operationId !== undefined) operations[operationId] = path
  return {
    operations,
    kinds: kinds
      .filter(({ declaration, path }) => declaration.list !== false || `/api/${path}` in api.paths)
      .map((kind) => describeKind(kind, api)),
  }
}

function describeKind(
  { kind, path, namespaced, summary, declaration }: (typeof kinds)[number],
  api: DescribedApi,
): KindEntry {
  const list = `/api/${path}`
  const object = `${list}/{name}`
  const properties = Object.keys((summary.schema as { properties?: object }).properties ?? {})
  const operationOf = (route: string, method = 'get'): string | null =>
    api.paths[route]?.[method]?.operationId ?? null
  return {
    kind,
    path,
    namespaced,
    named: properties.includes('name'),
    columns: columnsOf(properties),
    list: operationOf(list),
    detail: operationOf(object),
    events: operationOf(`${object}/events`),
    pods: operationOf(`${object}/pods`),
    logs: operationOf(`${object}/logs`),
    restart: operationOf(`${object}/restart`, 'post'),
    event: declaration.stream === false ? null : kind.toLowerCase(),
  }
}

/** Returns the fields that a table shows, in its order. The status of a Pod says more than its phase. */
function columnsOf(properties: readonly string[]): readonly string[] {
  const first = FIRST.filter((field) => properties.includes(field))
  const others = properties.filter(
    (field) =>
      !FIRST.includes(field) && !HIDDEN.has(field) && !(field === 'phase' && first.includes('status')),
  )
  return [...first, ...others, ...(properties.includes('createdAt') ? ['createdAt'] : [])]
}
