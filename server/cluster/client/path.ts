import { isDns1123Label, isDns1123Subdomain, isPathSegmentName } from '../../core/formats/names.ts'
import type { Kind } from '../kind.ts'

/** The resource or object a call addresses. */
export interface Target {
  kind: Kind<unknown>
  namespace?: string
  name?: string
  subresource?: 'log' | 'scale' | 'status' | 'token'
}

/** A path that must never be sent. Requests are validated before, so this means a bug in this service. */
export class UnsafePathError extends Error {}

/**
 * Whether an object of this name can exist in this namespace. Names that come from objects of a cluster, unlike those of
 * requests, may be any text, and their namespace may be missing.
 */
export function canExist({ kind, namespace, name }: Target): boolean {
  const isPlaced =
    namespace === undefined ? !kind.namespaced || name === undefined : isDns1123Label(namespace)
  return isPlaced && (name === undefined || isNameOf(kind, name))
}

function isNameOf(kind: Kind<unknown>, name: string): boolean {
  return kind.freeNames === true ? isPathSegmentName(name) : isDns1123Subdomain(name)
}

/**
 * Returns the path of a target, with each segment validated against the syntax of names. The API server
 * routes on the decoded path, so `a%2Flog` would reach a subresource and `..` another object. Throws
 * UnsafePath for an invalid segment.
 */
export function pathOf(target: Target): string {
  const { kind, namespace, name, subresource } = target
  const segments = kind.apiGroup === '' ? ['api', kind.version] : ['apis', kind.apiGroup, kind.version]
  if (namespace !== undefined) {
    if (!kind.namespaced || !isDns1123Label(namespace)) throw new UnsafePathError('rejected: not a namespace')
    segments.push('namespaces', namespace)
  } else if (kind.namespaced && name !== undefined)
    throw new UnsafePathError('rejected: a name without its namespace')
  segments.push(kind.plural)
  if (name !== undefined) {
    if (!isNameOf(kind, name)) throw new UnsafePathError('rejected: not a name')
    segments.push(encodeURIComponent(name))
  }
  if (subresource !== undefined) {
    if (name === undefined) throw new UnsafePathError('rejected: a subresource without its object')
    segments.push(subresource)
  }
  return `/${segments.join('/')}`
}

/**
 * Joins origin, base path (a proxy's prefix, possibly empty), path and query, then parses the result: the URL
 * that a client would send must have exactly this path. Throws UnsafePath otherwise, before anything is sent.
 */
export function urlOf(origin: string, basePath: string, path: string, query: URLSearchParams): URL {
  const search = query.size === 0 ? '' : `?${query.toString()}`
  const url = new URL(`${origin}${basePath}${path}${search}`)
  if (url.origin !== origin || url.pathname !== basePath + path || url.search !== search || url.hash !== '')
    throw new UnsafePathError('rejected: the URL does not match its path')
  return url
}
