import { useEffect, useState } from 'preact/hooks'
import { RequestError } from './api.ts'

/** Result of a request, as views draw it. */
export interface Resource<T> {
  /** The last body; kept while a newer one is requested. */
  readonly data: T | undefined
  readonly error: RequestError | undefined
}

/** Requests something whenever a key changes; a request that a newer one replaces is aborted. */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
): Resource<T> {
  const [result, setResult] = useState<Resource<T>>({ data: undefined, error: undefined })
  useEffect(() => {
    const aborted = new AbortController()
    load(aborted.signal).then(
      (data) => {
        if (!aborted.signal.aborted) setResult({ data, error: undefined })
      },
      (reason: unknown) => {
        if (!aborted.signal.aborted) setResult({ data: undefined, error: asError(reason) })
      },
    )
    return () => aborted.abort()
  }, keys)
  return result
}

/** Returns the error of a request that failed: that of the API, or that the service does not respond. */
export function asError(reason: unknown): RequestError {
  if (reason instanceof RequestError) return reason
  return new RequestError('the service does not respond: check the connection, then reload this page', 0)
}
