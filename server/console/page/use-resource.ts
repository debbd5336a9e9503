import { useEffect, useState } from 'preact/hooks'
import { RequestError } from './api.ts'
import { EMPTY_RESOURCE, failedResource, type Resource } from './resource.ts'

/** Requests something whenever its subject or version changes; a request that a newer one replaces is aborted. */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  subject: readonly string[],
  version: number | string = 0,
): Resource<T> {
  const key = JSON.stringify(subject)
  const [result, setResult] = useState<{ key: string; resource: Resource<T> }>({
    key,
    resource: EMPTY_RESOURCE,
  })
  useEffect(() => {
    const aborted = new AbortController()
    const change = (next: (before: Resource<T>) => Resource<T>) => {
      if (aborted.signal.aborted) return
      setResult((before) => ({ key, resource: next(before.key === key ? before.resource : EMPTY_RESOURCE) }))
    }
    load(aborted.signal).then(
      (data) => change(() => ({ data, error: undefined, readAt: Date.now() })),
      (reason: unknown) => change((before) => failedResource(before, asError(reason))),
    )
    return () => aborted.abort()
  }, [key, version])
  return result.key === key ? result.resource : EMPTY_RESOURCE
}

/** Returns the error of a request that failed: that of the API, or that the service does not respond. */
export function asError(reason: unknown): RequestError {
  if (reason instanceof RequestError) return reason
  return new RequestError('the service does not respond: check the connection, then reload this page', 0)
}
