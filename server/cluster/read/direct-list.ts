import { ClusterError } from '../../core/errors.ts'
import type { ObjectMeta } from '../objects.ts'
import { isControlledBy } from './ownership.ts'

/** One page of projected items. */
export interface Chunk<V> {
  items: V[]
  next: string
  remaining?: number
}

/** Wraps a projection so that it drops objects whose controller has none of these uids. */
export function ownedBy<T, V>(
  controllers: readonly string[] | undefined,
  view: (object: T) => V | undefined,
): (object: T) => V | undefined {
  if (controllers === undefined) return view
  return (object) => {
    const { metadata } = object as { metadata?: ObjectMeta }
    const owned = metadata !== undefined && controllers.some((uid) => isControlledBy(metadata, uid))
    return owned ? view(object) : undefined
  }
}

/** A list as the API server sends it. */
export interface RawList<T> {
  metadata?: { continue?: string; remainingItemCount?: number }
  items?: T[] | null
}

/** Projects the items of a list; throws ClusterError if the response is not a list. */
export function chunkOf<T, V>(list: RawList<T>, view: (object: T) => V | undefined): Chunk<V> {
  if (typeof list !== 'object' || list === null || (list.items !== null && !Array.isArray(list.items)))
    throw new ClusterError('the response of the cluster is not a list', 'no items in the response')
  const items: V[] = []
  for (const object of list.items ?? []) {
    const projected = view(object)
    if (projected !== undefined) items.push(projected)
  }
  const remaining = list.metadata?.remainingItemCount
  return { items, next: list.metadata?.continue ?? '', ...(remaining === undefined ? {} : { remaining }) }
}
