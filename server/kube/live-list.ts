import { ClusterFailure } from '../errors.ts'
import type { ObjectMeta } from './objects.ts'
import { isControlledBy } from './ownership.ts'

/** A page of a list, shown. */
export interface Chunk<V> {
  items: V[]
  next: string
  remaining?: number
}

/** The view of what one of these uids controls, and of nothing else. */
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

/** The items of a list, shown; throws ClusterFailure for what is no list. */
export function chunkOf<T, V>(list: RawList<T>, view: (object: T) => V | undefined): Chunk<V> {
  if (typeof list !== 'object' || list === null || (list.items !== null && !Array.isArray(list.items)))
    throw new ClusterFailure('the cluster answered something else than a list', 'no items in the answer')
  const items: V[] = []
  for (const object of list.items ?? []) {
    const seen = view(object)
    if (seen !== undefined) items.push(seen)
  }
  const remaining = list.metadata?.remainingItemCount
  return { items, next: list.metadata?.continue ?? '', ...(remaining === undefined ? {} : { remaining }) }
}
