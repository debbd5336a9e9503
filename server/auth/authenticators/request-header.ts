import { UnauthenticatedError } from '../../core/errors.ts'
import type { Authenticator, ProxyIdentity, RequestCredentials } from '../authenticator.ts'
import { externalCaller, type Caller } from '../caller.ts'

/** Same limit as for groups in settings; the server allows 100 header lines, 16 KiB in total. */
const MAX_LENGTH = 512

/**
 * Authenticates callers by a trusted proxy's headers, the same that an API server uses
 * (`--requestheader-username-headers`).
 */
export class RequestHeaderAuthenticator implements Authenticator {
  readonly hint = 'connect through a trusted proxy that authenticates you'

  authenticateCached({ proxied }: RequestCredentials): Caller | undefined {
    try {
      return proxied && callerOf(proxied)
    } catch (error) {
      // An invalid identity is rejected with a reason by callerOf.
      if (error instanceof UnauthenticatedError) return undefined
      throw error
    }
  }

  async authenticate({ proxied }: RequestCredentials): Promise<Caller | undefined> {
    return proxied && callerOf(proxied)
  }
}

/** Undefined if the proxy sends no user: its own certificate does not authenticate a caller. */
function callerOf({ names, groups }: ProxyIdentity): Caller | undefined {
  const [name] = names
  if (name === undefined) return undefined
  // A repeated header means that the proxy passed on a line from the caller, and the two cannot be told
  // apart.
  if (names.length > 1)
    throw new UnauthenticatedError(
      'X-Remote-User was sent more than once: the proxy must remove the header when clients send it',
    )
  return externalCaller(
    'proxy',
    text('X-Remote-User', name),
    groups.map((group) => text('X-Remote-Group', group)),
  )
}

/** Node decodes header bytes as Latin-1; an API server decodes them as UTF-8. */
function text(field: string, value: string): string {
  if (value.length > MAX_LENGTH)
    throw new UnauthenticatedError(`${field} must not exceed ${MAX_LENGTH} bytes`)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    throw new UnauthenticatedError(`${field} must be UTF-8`)
  }
}
