import { isDns1123Label, isDns1123Subdomain } from '../grammar/names.ts'
import type { Kind } from './kinds.ts'

/** Where in the API server a call goes. */
export interface Target {
  kind: Kind<unknown>
  namespace?: string
  name?: string
  subresource?: 'log' | 'status' | 'token'
}

/** A path that must never be sent; it means a bug in this service, since requests are validated before. */
export class UnsafePath extends Error {}

/**
 * The path of a target, each segment checked against the grammar of names. The API server routes on the decoded path,
 * so `a%2Flog` would reach a subresource and `..` another object: what is not in the grammar throws UnsafePath.
 */
export function pathOf(target: Target): string {
  const { kind, namespace, name, subresource } = target
  const segments = kind.apiGroup === '' ? ['api', kind.version] : ['apis', kind.apiGroup, kind.version]
  if (namespace !== undefined) {
    if (!kind.namespaced || !isDns1123Label(namespace)) throw new UnsafePath('refused: not a namespace')
    segments.push('namespaces', namespace)
  } else if (kind.namespaced && name !== undefined)
    throw new UnsafePath('refused: a name without its namespace')
  segments.push(kind.plural)
  if (name !== undefined) {
    if (!isDns1123Subdomain(name)) throw new UnsafePath('refused: not a name')
    segments.push(name)
  }
  if (subresource !== undefined) {
    if (name === undefined) throw new UnsafePath('refused: a subresource without its object')
    segments.push(subresource)
  }
  return `/${segments.join('/')}`
}

/**
 * Joins origin, base path (a proxy's prefix, may be empty), path and query, then reads the result back: the URL that a
 * client would send must have exactly this path. Throws UnsafePath otherwise, before anything is sent.
 */
export function urlOf(origin: string, basePath: string, path: string, query: URLSearchParams): URL {
  const search = query.size === 0 ? '' : `?${query.toString()}`
  const url = new URL(`${origin}${basePath}${path}${search}`)
  if (url.origin !== origin || url.pathname !== basePath + path || url.search !== search || url.hash !== '')
    throw new UnsafePath('refused: the URL is not the path it was made of')
  return url
}
