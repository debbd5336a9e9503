import type { Readable } from 'node:stream'
import type { ServedGround } from './ground.ts'
import type { Kind } from './kinds.ts'
import type { JsonBytes, Listing, View } from './view.ts'

/** What of a kind is wanted. */
export interface Selection {
  namespace?: string
  labelSelector?: string
  fieldSelector?: string
  /** Only what one of these uids controls. The API server cannot select by it, so a live read looks at all the rest selects. */
  controlledBy?: readonly string[]
}

/** A list as a caller asks for it. Without `limit` everything comes, in one answer. */
export interface ListQuery extends Selection {
  limit?: number
  continue?: string
}

/** How a list is answered: under which field, each object by which view. */
export interface ListingOptions<T, V, F extends string> {
  field: F
  view: View<T, V>
  /** Milliseconds since 1970. */
  now: number
  /** Leaves out what is not wanted; `key` names what it keeps, and tells this list from others. */
  filter?: { key: string; keeps: (shown: V) => boolean }
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
   * All of a kind that is selected, ordered bytewise by `namespace/name` as the API server orders it. What `view` answers
   * undefined for is left out. It is applied as objects are decoded, so that whole objects are not held.
   */
  list<T, V>(kind: Kind<T>, selection: Selection, view: (object: T) => V | undefined): Promise<V[]>
  /** A list in the same order as it is answered, ready to be sent. `remaining` only where it is known. */
  listing<T, V, F extends string>(
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
  ): Promise<JsonBytes<Listing<F, V>>>
  get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T>
  /**
   * One object as it was seen last, even where the caller is to be shown nothing but the state of now; undefined where it is
   * not watched. For changes that name the resourceVersion they were decided on: another state makes them a Conflict.
   */
  seen<T>(kind: Kind<T>, ref: ObjectRef): Promise<T | undefined>
  /** One object as it is answered, ready to be sent; `now` in milliseconds since 1970. */
  detail<T, V>(kind: Kind<T>, ref: ObjectRef, view: View<T, V>, now: number): Promise<JsonBytes<V>>
  /** Strategic merge patch (the API server's merge by the kind's own keys). */
  patch(kind: Kind<unknown>, ref: ObjectRef, patch: object): Promise<void>
  /** Deletes the object with this uid, and no other that took its name meanwhile: that is a Conflict. */
  delete(kind: Kind<unknown>, ref: ObjectRef, uid: string, gracePeriodSeconds?: number): Promise<void>
  /**
   * Opens a container's log; it is open when this answers, and a failure is thrown before any byte. Undefined where the
   * Pod has no node yet: the API server then answers nothing at all.
   */
  log(ref: ObjectRef, query: LogQuery): Promise<Readable | undefined>
}

/** The cluster of one request, and what its answer says of how it came to be. */
export interface ServedCluster extends Cluster {
  headers(): Record<string, string>
  /** What the answer was made of, for whoever asks the same; undefined where it is not to be given again. */
  ground(): ServedGround | undefined
  /** Whether the caller may still do what the answer took; where the cluster cannot say, nothing changes. */
  stillAllowed(): Promise<boolean>
}
