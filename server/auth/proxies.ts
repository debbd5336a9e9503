import { NotAdmitted } from '../errors.ts'
import type { Credentials, Way } from './authentication.ts'
import { claimed, type Caller } from './caller.ts'

/** As for the groups that settings name. How many there may be is held by the listener: a hundred lines, 16 KiB in all. */
const MAX_LENGTH = 512

/** Who sent a request, as a trusted proxy says: each value is a header line of its own, in the bytes that came. */
export interface Proxied {
  /** X-Remote-User. */
  names: readonly string[]
  /** X-Remote-Group. */
  groups: readonly string[]
}

/** Those a proxy vouches for, in the headers by which it would tell an API server (`--requestheader-username-headers`). */
export class Proxies implements Way {
  readonly advice = 'come through a proxy that says who you are'

  known({ proxied }: Credentials): Caller | undefined {
    try {
      return proxied && callerOf(proxied)
    } catch (error) {
      // What is not believed is refused with a reason when the caller is asked for.
      if (error instanceof NotAdmitted) return undefined
      throw error
    }
  }

  async callerOf({ proxied }: Credentials): Promise<Caller | undefined> {
    return proxied && callerOf(proxied)
  }
}

/** Undefined where the proxy names nobody: its own certificate is no caller. */
function callerOf({ names, groups }: Proxied): Caller | undefined {
  const [name] = names
  if (name === undefined) return undefined
  // A proxy that adds a line to what a caller sent has let the caller's own line through: which is whose, nobody can say.
  if (names.length > 1)
    throw new NotAdmitted(
      'X-Remote-User came more than once: the proxy has to take away what callers send of it',
    )
  return claimed(
    'proxy',
    text('X-Remote-User', name),
    groups.map((one) => text('X-Remote-Group', one)),
  )
}

/** Header fields come as bytes, one a character; an API server takes them as UTF-8. */
function text(field: string, value: string): string {
  if (value.length > MAX_LENGTH) throw new NotAdmitted(`${field} may hold ${MAX_LENGTH} bytes at most`)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    throw new NotAdmitted(`${field} must be UTF-8`)
  }
}
