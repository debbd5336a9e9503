import type { RequestError } from './api.ts'

/** Result of a request, as views draw it. */
export interface Resource<T> {
  /** The last body; kept while a newer one is requested, and beside the error of a newer one. */
  readonly data: T | undefined
  readonly error: RequestError | undefined
  /** Time of the last body, in milliseconds since 1970. */
  readonly readAt: number | undefined
}

export const EMPTY_RESOURCE = { data: undefined, error: undefined, readAt: undefined } as const

/** Returns a resource after a request has failed: the last body stays, unless the caller may no longer read it. */
export function failedResource<T>(before: Resource<T>, error: RequestError): Resource<T> {
  const isDenied = error.status === 401 || error.status === 403
  return isDenied ? { ...EMPTY_RESOURCE, error } : { ...before, error }
}
