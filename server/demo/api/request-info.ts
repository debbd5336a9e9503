import { parseFieldSelector, requiredName } from '../selectors/fields.ts'
import { booleanOf } from './query.ts'

/** The verb and the target of a request, before its resource is looked up. */
export type Target =
  | { resource: undefined; verb: string; path: string }
  | {
      verb: string
      path: string
      group: string
      version: string
      namespace: string
      resource: string
      name: string
      subresource: string
      /** The name in the path; `name` may also come from a field selector. */
      pathName: string
      /** Whether the path names a namespace before the resource. */
      nested: boolean
      /** The path segments from the resource on; more than three match no route. */
      parts: readonly string[]
    }

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/**
 * Parses a decoded path like the API server's RequestInfoFactory. Decoding comes before splitting, so an
 * encoded slash is a separator: `pods/a%2Flog` is the log of `a`.
 */
export function targetOf(method: string, path: string, query: URLSearchParams): Target {
  const outside: Target = { resource: undefined, verb: method.toLowerCase(), path }
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  const all = trimmed === '' ? [] : trimmed.split('/')
  const [prefix] = all
  if (all.length < 3 || (prefix !== 'api' && prefix !== 'apis')) return outside
  if (prefix === 'apis' && all.length < 4) return outside
  const [group = '', version = ''] = prefix === 'api' ? ['', all[1]] : [all[1], all[2]]
  let parts = all.slice(prefix === 'api' ? 2 : 3)
  let namespace = ''
  let nested = false
  if (parts[0] === 'namespaces' && parts.length > 1) {
    namespace = parts[1] ?? ''
    if (parts.length > 2 && parts[2] !== 'status' && parts[2] !== 'finalize') {
      nested = true
      parts = parts.slice(2)
    }
  }
  const [resource = '', pathName = '', subresource = ''] = parts
  const { verb, name } = refine(verbs[method] ?? '', pathName, query)
  return { verb, path, group, version, namespace, resource, name, subresource, pathName, nested, parts }
}

function refine(verb: string, name: string, query: URLSearchParams): { verb: string; name: string } {
  if (name !== '') return { verb, name }
  if (verb === 'delete') return { verb: 'deletecollection', name }
  if (verb !== 'get') return { verb, name }
  const refined = booleanOf(query.get('watch')) ? 'watch' : 'list'
  return { verb: refined, name: selectedName(query) }
}

function selectedName(query: URLSearchParams): string {
  try {
    const name = requiredName(parseFieldSelector(query.get('fieldSelector') ?? '')) ?? ''
    return invalidNameReason(name) === undefined ? name : ''
  } catch {
    return ''
  }
}

/** Returns the reason why a name cannot be a path segment (apimachinery's IsValidPathSegmentName). */
export function invalidNameReason(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`
  const found = ['/', '%'].filter((character) => name.includes(character))
  return found.length === 0 ? undefined : found.map((character) => `may not contain '${character}'`).join(',')
}
