import type { IncomingMessage } from 'node:http'
import { InvalidRequest } from '../errors.ts'
import { isResourceVersion } from '../grammar/resource-version.ts'

/** How recent a caller wants what it reads. */
export interface ReadWishes {
  /** The state of now, whatever is cached. A change is decided on nothing less. */
  fresh: boolean
  /** Of this resource, nothing older than this version. */
  minimum: { resource: string; version: string } | undefined
}

const RESOURCE = /^[a-z][a-z0-9]{0,62}$/

/**
 * Reads `Cache-Control: no-cache` (RFC 9111 §5.2.1.4) and `X-Resource-Version: <resource>:<version>` (filled-in.md §0); throws
 * InvalidRequest for a version that is none.
 */
export function readWishes({ method, headers }: IncomingMessage): ReadWishes {
  const directives = (headers['cache-control'] ?? '').split(',').map((one) => one.trim().toLowerCase())
  const fresh = method === 'POST' || directives.includes('no-cache')
  const given = headers['x-resource-version']
  if (given === undefined) return { fresh, minimum: undefined }
  const [resource = '', version = '', ...rest] = String(given).split(':')
  if (rest.length > 0 || !RESOURCE.test(resource) || !isResourceVersion(version))
    throw new InvalidRequest([
      {
        in: 'header',
        name: 'X-Resource-Version',
        message: 'must be <resource>:<version>, as a write answered it',
      },
    ])
  return { fresh, minimum: { resource, version } }
}
