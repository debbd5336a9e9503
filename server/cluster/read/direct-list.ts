import { ClusterError } from '../../core/errors.ts'
import { MalformedObjectError, readObject, requireNamed } from '../malformed-object.ts'
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
  metadata?: { continue?: unknown; remainingItemCount?: unknown } | null
  items?: T[] | null
}

/** Reads the items of a list; `quarantined` is called for each that does not match its kind. */
export interface ItemReader<T, V> {
  readonly kind: string
  readonly view: (object: T) => V | undefined
  readonly quarantined: () => void
}

/** Projects the items of a list; throws ClusterError if the response is not a list. */
export function chunkOf<T, V>(list: RawList<T>, reader: ItemReader<T, V>): Chunk<V> {
  if (typeof list !== 'object' || list === null || (list.items !== null && !Array.isArray(list.items)))
    throw new ClusterError('the response of the cluster is not a list', 'no items in the response')
  const items: V[] = []
  for (const object of list.items ?? []) {
    const projected = readItem(object, reader)
    if (projected !== undefined) items.push(projected)
  }
  const { continue: next, remainingItemCount: remaining } = list.metadata ?? {}
  const counted = Number.isSafeInteger(remaining) && Number(remaining) >= 0
  return {
    items,
    next: typeof next === 'string' ? next : '',
    ...(counted ? { remaining: Number(remaining) } : {}),
  }
}

/** Projects one item; undefined if it is not selected, or does not match its kind, which is counted. */
export function readItem<T, V>(object: T, { kind, view, quarantined }: ItemReader<T, V>): V | undefined {
  try {
    requireNamed(kind, object)
    return readObject(kind, object, view)
  } catch (error) {
    if (!(error instanceof MalformedObjectError)) throw error
    quarantined()
    return undefined
  }
}
