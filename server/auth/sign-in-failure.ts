/** What went wrong with a sign-in, in words that may be logged. */
export interface SignInFailure {
  /** The library's name for it. */
  reason: string
  /** The message of what caused it: of the cause itself nothing is taken, for it may hold tokens. */
  details: string
  /** Whether it is no failure of a sign-in: a session that is over, say. */
  expected: boolean
}

const EXPECTED = new Set(['JWTSessionError', 'SignOutError', 'UnknownAction'])

/** Reads an error of the sign-in library: it wraps its causes as `{err}`, and lets others through. */
export function failureOf(error: Error): SignInFailure {
  const type: unknown = Reflect.get(error, 'type')
  const reason = typeof type === 'string' ? type : 'Failed'
  let innermost = error
  for (let depth = 0; depth < 5; depth++) {
    const { cause } = innermost
    const inner: unknown = typeof cause === 'object' && cause !== null && 'err' in cause ? cause.err : cause
    if (!(inner instanceof Error)) break
    innermost = inner
  }
  // Where several addresses were tried in vain, there is a code alone.
  const { message } = innermost
  const details = message === '' ? String(Reflect.get(innermost, 'code')) : message
  return { reason, details, expected: EXPECTED.has(reason) }
}
