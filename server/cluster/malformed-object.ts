import { ClusterError, InspectorError } from '../core/errors.ts'
import { sanitize } from '../core/formats/sanitize.ts'
import { isObject } from '../core/json.ts'
import type { ObjectMeta } from './objects.ts'

const MAX_DETAILS = 300

/** An object that an API server sent does not match its kind. Lists leave such objects out and count them. */
export class MalformedObjectError extends ClusterError {
  constructor(kind: string, reason: string, options?: ErrorOptions) {
    super(`an object of the cluster is not a valid ${kind}`, sanitize(reason, MAX_DETAILS), options)
  }
}

/**
 * Runs a function that reads an object of a cluster. Nothing validates objects before, so that an exception of the function
 * shows that the object does not match its kind: it becomes a MalformedObjectError.
 */
export function readObject<T, V>(kind: string, object: T, read: (object: T) => V): V {
  try {
    return read(object)
  } catch (error) {
    if (error instanceof InspectorError) throw error
    throw new MalformedObjectError(kind, 'a field has another type than its kind declares', { cause: error })
  }
}

/** Throws MalformedObjectError for an element of a list that is not an object with a name, as each object of the API is. */
export function requireNamed(kind: string, object: unknown): void {
  const metadata = isObject(object) ? object['metadata'] : undefined
  const name = isObject(metadata) ? metadata['name'] : undefined
  if (typeof name !== 'string' || name === '') throw new MalformedObjectError(kind, 'it has no name')
}

/** Throws MalformedObjectError for a response that is not the object of this name, with the metadata that each object has. */
export function requireObject(kind: string, name: string, object: unknown): void {
  const metadata: Partial<Record<keyof ObjectMeta, unknown>> | undefined =
    isObject(object) && isObject(object['metadata']) ? object['metadata'] : undefined
  if (metadata?.name !== name || typeof metadata.uid !== 'string' || metadata.uid === '')
    throw new MalformedObjectError(kind, `the response is not the object "${name}"`)
}
