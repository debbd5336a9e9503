import type { IncomingMessage } from 'node:http'
import { isForwarding } from './admission.ts'
import { MAX_HEADER_BYTES } from './guard.ts'
import type { Hosts } from './hosts.ts'
import type { Origins } from './origins.ts'

/** Spellings of names that are remembered: callers use few, and may not make it more. */
const MAX_SPELLINGS = 256

type Meaning =
  | 'host'
  | 'authorization'
  | 'cookie'
  | 'if-none-match'
  | 'accept-encoding'
  | 'x-request-id'
  | 'ignored'
  | 'decisive'

/** What a plain read asks for beside its URL. */
export interface Asked {
  host: string | undefined
  ifNoneMatch: string | undefined
  acceptEncoding: string | undefined
  requestId: string | undefined
  authorization: string | undefined
  cookie: string | undefined
}

/** With one of these, who asks or what for is to be looked at closely. */
const DECISIVE = new Set([
  'cache-control',
  'content-length',
  'expect',
  'transfer-encoding',
  'upgrade',
  'x-resource-version',
])

/** Reads the headers of requests that may be answered from memory, in one pass over what arrived. */
export class PlainReads {
  readonly #meanings = new Map<string, Meaning>()
  readonly #hosts: Hosts
  readonly #origins: Origins

  constructor(hosts: Hosts, origins: Origins) {
    this.#hosts = hosts
    this.#origins = origins
  }

  /** What a request asks for; undefined where its headers want more than that, come twice, or are too large. */
  asked({ rawHeaders }: IncomingMessage): Asked | undefined {
    const asked: Asked = {
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
          if (!this.#hosts.admits(value)) return undefined
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

  #meaningOf(spelled: string): Meaning {
    const name = spelled.toLowerCase()
    // Where some origins are listed, which one it is decides who is let in and who may read the answer.
    const meaning = name === 'origin' && this.#origins.any ? 'decisive' : meaningOf(name)
    if (this.#meanings.size < MAX_SPELLINGS) this.#meanings.set(spelled, meaning)
    return meaning
  }
}

function meaningOf(name: string): Meaning {
  if (
    name === 'host' ||
    name === 'authorization' ||
    name === 'cookie' ||
    name === 'if-none-match' ||
    name === 'accept-encoding' ||
    name === 'x-request-id'
  )
    return name
  return DECISIVE.has(name) || isForwarding(name) ? 'decisive' : 'ignored'
}
