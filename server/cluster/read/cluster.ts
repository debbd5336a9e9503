import type { Readable } from 'node:stream'
import type { Kind } from '../kind.ts'
import type { WriteRecording } from '../write/write-audit.ts'
import type { View } from './memoized-view.ts'
import type { Listing, Projection } from './projection.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'

/** Selects objects of a kind. */
export interface Selection {
  namespace?: string
  labelSelector?: string
  fieldSelector?: string
  /**
   * Only objects whose controller has one of these uids. The API server has no selector for that, so a direct
   * read filters everything the other fields select.
   */
  controlledBy?: readonly string[]
}

/** The query of a list. Without `limit` the whole list is one response. */
export interface ListQuery extends Selection {
  limit?: number
  continue?: string
}

/** The shape of a list response: the field the items are under, and the projection of each object. */
export interface ListingOptions<T, V, F extends string> {
  field: F
  view: Projection<T, V>
  /** Milliseconds since 1970. */
  now: number
  /** Leaves out items. `key` identifies the filter in cache keys and continue tokens. */
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

/** Options of a patch. */
export interface PatchOptions extends WriteRecording {
  readonly subresource?: 'scale'
}

/** Options of a delete. */
export interface DeleteOptions extends WriteRecording {
  /** The uid the object has to have. An object that took its name meanwhile makes the delete a Conflict. */
  readonly uid: string
  /** Default: the object's own. */
  readonly gracePeriodSeconds?: number
}

/**
 * A cluster as the routes use it, for the length of one request: bound to a context, an identity and a signal
 * that aborts every call when the caller disconnects or the deadline passes. Reads come from a cache or from
 * the API server; the routes cannot tell. Every method throws an InspectorError.
 */
export interface Cluster {
  readonly context: string
  /**
   * Lists the selected objects, ordered bytewise by `namespace/name` like the API server. Objects are
   * projected as they are decoded, so that whole objects are not kept in memory. An object projected to
   * undefined is left out. Cached objects are not read again for a `MemoizedView`.
   */
  list<T, V>(kind: Kind<T>, selection: Selection, view: View<T, V>): Promise<V[]>
  /** Returns a list in the same order, serialized. `remaining` is present only if it is known. */
  listing<T, V, F extends string>(
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
  ): Promise<SerializedBody<Listing<F, V>>>
  get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T>
  /**
   * Returns the last known state of an object, even if the request demands the current one; undefined if the
   * kind is not watched. Meant for changes that carry the resourceVersion they were decided on: a state that
   * is out of date makes them a Conflict.
   */
  lastKnown<T>(kind: Kind<T>, ref: ObjectRef): Promise<T | undefined>
  /** Returns one object, projected and serialized; `now` in milliseconds since 1970. */
  detail<T, V>(kind: Kind<T>, ref: ObjectRef, view: Projection<T, V>, now: number): Promise<SerializedBody<V>>
  /** Applies a strategic merge patch (the API server merges lists by the kind's own keys). */
  patch(kind: Kind<unknown>, ref: ObjectRef, patch: object, options: PatchOptions): Promise<void>
  delete(kind: Kind<unknown>, ref: ObjectRef, options: DeleteOptions): Promise<void>
  /**
   * Opens the log of a container of a Pod, by the kind of Pods. The stream is open when this resolves, so a failure is thrown before any byte.
   * Undefined if the Pod has no node yet: the API server then returns an empty response.
   */
  log(kind: Kind<unknown>, ref: ObjectRef, query: LogQuery): Promise<Readable | undefined>
}

/** The part of a request scope that handlers of cluster routes take. */
export interface ClusterScope {
  readonly cluster: Cluster
}

/** The cluster of one request, with the headers and the dependencies of its response. */
export interface ServedCluster extends Cluster {
  headers(): Record<string, string>
  /** Dependencies of the response; undefined for a response that must not be cached. */
  dependencies(): Dependencies | undefined
  /**
   * Whether the caller still has the rights that the response needed; true while the cluster cannot review them. Undefined
   * where only the service's own rights count, which every read checks.
   */
  stillAllowed?(): Promise<boolean>
}
