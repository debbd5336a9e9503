import { CredentialsError } from './interface.ts'

/** Waits for credentials until the signal of a request fires: a credential plugin may take longer. */
export async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => {
    const { reason } = signal as { reason: unknown }
    const isLate = reason instanceof Error && reason.name === 'TimeoutError'
    aborted.reject(
      isLate
        ? new CredentialsError('the credentials were not available before the deadline of the request')
        : reason,
    )
  }
  // A rejection after the race is not unhandled: Promise.race listens to both.
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
