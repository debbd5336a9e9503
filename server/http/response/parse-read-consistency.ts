import type { IncomingHttpHeaders } from 'node:http'
import { InvalidRequestError } from '../../core/errors.ts'
import { isWrittenVersion } from '../../core/formats/resource-version.ts'
import type { ReadConsistency } from '../../core/read-consistency.ts'

const RESOURCE = /^[a-z][a-z0-9]{0,62}$/

/**
 * Parses `Cache-Control: no-cache` (RFC 9111 §5.2.1.4) and `X-Resource-Version: <resource>:<version>`, the
 * version a write returned; throws InvalidRequestError for an invalid version. Writes always bypass the caches, since
 * they are decided on the current state.
 */
export function parseReadConsistency(
  headers: IncomingHttpHeaders,
  action: 'read' | 'write',
): ReadConsistency {
  const directives = (headers['cache-control'] ?? '')
    .split(',')
    .map((directive) => directive.trim().toLowerCase())
  const bypassCache = action === 'write' || directives.includes('no-cache')
  const minimum = headers['x-resource-version']
  if (minimum === undefined) return { bypassCache, atLeast: undefined }
  const [resource = '', version = '', ...rest] = String(minimum).split(':')
  if (rest.length > 0 || !RESOURCE.test(resource) || !isWrittenVersion(version))
    throw new InvalidRequestError([
      {
        in: 'header',
        name: 'X-Resource-Version',
        message: 'must be <resource>:<version>, as returned by a write',
      },
    ])
  return { bypassCache, atLeast: { resource, version } }
}
