import type { Readable } from 'node:stream'
import type { Kind } from './kinds.ts'

/** What of a kind to list. Without `limit` everything comes, in one answer. */
export interface ListQuery {
  namespace?: string
  labelSelector?: string
  fieldSelector?: string
  limit?: number
  continue?: string
}

/** One answer to a list. `continue` and `remaining` are there only where `limit` was given and more is known to come. */
export interface Page<V> {
  items: V[]
  continue?: string
  remaining?: number
}

export interface ObjectRef {
  namespace?: string
  name: string
}

export interface LogQuery {
  container: string
  follow: boolean
  tail: number
  sinceSeconds?: number
  previous: boolean
  timestamps: boolean
}

/**
 * A cluster as the routes see it, for the length of one request: bound to a context, an identity and a signal that ends
 * every call when the caller leaves or the deadline passes. Reads come live or from watched state: the routes cannot
 * tell. Every method throws an InspectorError.
 */
export interface Cluster {
  readonly context: string
  /**
   * Lists a kind, ordered bytewise by `namespace/name` as the API server orders it. `view` is applied as pages are
   * decoded, so that whole objects are not held; what it answers undefined for is left out.
   */
  list<T, V>(kind: Kind<T>, query: ListQuery, view: (object: T) => V | undefined): Promise<Page<V>>
  get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T>
  /** Strategic merge patch (the API server's merge by the kind's own keys). */
  patch<T>(kind: Kind<T>, ref: ObjectRef, patch: object): Promise<T>
  /** Deletes the object with this uid, and no other that took its name meanwhile: that is a Conflict. */
  delete(kind: Kind<unknown>, ref: ObjectRef, uid: string, gracePeriodSeconds?: number): Promise<void>
  /**
   * Opens a container's log; it is open when this answers, and a failure is thrown before any byte. Undefined where the
   * Pod has no node yet: the API server then answers nothing at all.
   */
  log(ref: ObjectRef, query: LogQuery): Promise<Readable | undefined>
}
