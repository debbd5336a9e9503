import type { IncomingMessage } from 'node:http'
import { isForwardingHeader } from '../middleware/authenticate.ts'
import { MAX_HEADER_BYTES } from '../middleware/request-limits.ts'
import type { AllowedHosts } from '../middleware/allowed-hosts.ts'
import type { AllowedOrigins } from '../middleware/allowed-origins.ts'

/** Number of header spellings that are cached: callers use few, and cannot grow the map beyond this. */
const MAX_SPELLINGS = 256

type HeaderRole =
  | 'host'
  | 'authorization'
  | 'cookie'
  | 'if-none-match'
  | 'accept-encoding'
  | 'x-request-id'
  | 'ignored'
  | 'decisive'

/** The headers of a cacheable request. */
export interface CacheableRequest {
  host: string | undefined
  ifNoneMatch: string | undefined
  acceptEncoding: string | undefined
  requestId: string | undefined
  authorization: string | undefined
  cookie: string | undefined
}

/** Headers with which a request always goes to Express. */
const BYPASS_HEADERS = new Set([
  'cache-control',
  'content-length',
  'expect',
  'transfer-encoding',
  'upgrade',
  'x-resource-version',
])

/** Parses the headers of requests that may be served from the cache, in one pass over the raw headers. */
export class CacheableRequests {
  readonly #meanings = new Map<string, HeaderRole>()
  readonly #hosts: AllowedHosts
  readonly #origins: AllowedOrigins

  constructor(hosts: AllowedHosts, origins: AllowedOrigins) {
    this.#hosts = hosts
    this.#origins = origins
  }

  /** Parses the headers; undefined if one needs Express, is repeated, or if they are too large. */
  parse({ rawHeaders }: IncomingMessage): CacheableRequest | undefined {
    const asked: CacheableRequest = {
      host: undefined,
      ifNoneMatch: undefined,
      acceptEncoding: undefined,
      requestId: undefined,
      authorization: undefined,
      cookie: undefined,
    }
    let size = 0
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? ''
      const value = rawHeaders[at + 1] ?? ''
      size += name.length + value.length
      switch (this.#meanings.get(name) ?? this.#meaningOf(name)) {
        case 'decisive':
          return undefined
        case 'host':
          if (!this.#hosts.allows(value)) return undefined
          asked.host ??= value
          break
        case 'authorization':
          if (asked.authorization !== undefined) return undefined
          asked.authorization = value
          break
        case 'cookie':
          if (asked.cookie !== undefined) return undefined
          asked.cookie = value
          break
        case 'if-none-match':
          if (asked.ifNoneMatch !== undefined) return undefined
          asked.ifNoneMatch = value
          break
        case 'accept-encoding':
          if (asked.acceptEncoding !== undefined) return undefined
          asked.acceptEncoding = value
          break
        case 'x-request-id':
          if (asked.requestId !== undefined) return undefined
          asked.requestId = value
          break
        case 'ignored':
      }
    }
    return size <= MAX_HEADER_BYTES ? asked : undefined
  }

  #meaningOf(spelled: string): HeaderRole {
    const name = spelled.toLowerCase()
    // With listed CORS origins, the Origin header decides about authentication and about who may read the
    // response.
    const meaning = name === 'origin' && this.#origins.any ? 'decisive' : roleOf(name)
    if (this.#meanings.size < MAX_SPELLINGS) this.#meanings.set(spelled, meaning)
    return meaning
  }
}

function roleOf(name: string): HeaderRole {
  if (
    name === 'host' ||
    name === 'authorization' ||
    name === 'cookie' ||
    name === 'if-none-match' ||
    name === 'accept-encoding' ||
    name === 'x-request-id'
  )
    return name
  return BYPASS_HEADERS.has(name) || isForwardingHeader(name) ? 'decisive' : 'ignored'
}
