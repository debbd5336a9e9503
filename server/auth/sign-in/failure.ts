/** A failed sign-in, in words that may be logged. */
export interface SignInFailure {
  /** The library's name for the error. */
  reason: string
  /** Message of the innermost cause. Nothing else of it is logged, since it may contain tokens. */
  details: string
  /** Whether the error is a normal event, e.g. an expired session. */
  expected: boolean
}

const EXPECTED = new Set(['JWTSessionError', 'SignOutError', 'UnknownAction'])

/** Converts an error of the sign-in library, which wraps some causes as `{err}` and passes others on. */
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
  // A connection error for several addresses has only a code, and no message.
  const { message } = innermost
  const details = message === '' ? String(Reflect.get(innermost, 'code')) : message
  return { reason, details, expected: EXPECTED.has(reason) }
}
