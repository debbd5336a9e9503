import type { IncomingMessage } from 'node:http'
import { InvalidRequestError } from '../../core/errors.ts'
import { isResourceVersion } from '../../core/formats/resource-version.ts'

/** Read consistency that a caller demands. */
export interface ReadConsistency {
  /** Bypasses every cache; always set for writes, since they are decided on the current state. */
  bypassCache: boolean
  /** Oldest acceptable resourceVersion of this resource. */
  atLeast: { resource: string; version: string } | undefined
}

const RESOURCE = /^[a-z][a-z0-9]{0,62}$/

/**
 * Parses `Cache-Control: no-cache` (RFC 9111 §5.2.1.4) and `X-Resource-Version: <resource>:<version>`, the
 * version a write returned; throws InvalidRequest for an invalid version.
 */
export function parseReadConsistency({ method, headers }: IncomingMessage): ReadConsistency {
  const directives = (headers['cache-control'] ?? '').split(',').map((one) => one.trim().toLowerCase())
  const fresh = method === 'POST' || directives.includes('no-cache')
  const given = headers['x-resource-version']
  if (given === undefined) return { bypassCache: fresh, atLeast: undefined }
  const [resource = '', version = '', ...rest] = String(given).split(':')
  if (rest.length > 0 || !RESOURCE.test(resource) || !isResourceVersion(version))
    throw new InvalidRequestError([
      {
        in: 'header',
        name: 'X-Resource-Version',
        message: 'must be <resource>:<version>, as a write answered it',
      },
    ])
  return { bypassCache: fresh, atLeast: { resource, version } }
}
