import type { Item } from './table-rows.ts'

/** An event of the stream, as it was parsed. */
export interface StreamMessage {
  readonly event: string
  readonly id: string | undefined
  readonly data: unknown
}

/** The objects of one kind, kept up by the events of the stream. */
export interface ObjectStore {
  readonly objects: Map<string, Item>
  /** Whether all existing objects have arrived. */
  synced: boolean
  /** The cluster's message if the kind may not be listed. */
  denied: string | undefined
}

/** Returns a store without objects. */
export function emptyStore(): ObjectStore {
  return { objects: new Map(), synced: false, denied: undefined }
}

/** Applies an event to a store in place; returns whether it changed. `event` is the type of the kind's events. */
export function applyMessage(store: ObjectStore, kindEvent: string, message: StreamMessage): boolean {
  const { event, data } = message
  if (event === kindEvent) return applyChange(store, data)
  if (event === 'synced') store.synced = true
  else if (event === 'resync') {
    store.objects.clear()
    store.synced = false
  } else if (event === 'forbidden') {
    store.denied = String((data as { error?: unknown }).error)
    store.objects.clear()
  } else return false
  return true
}

function applyChange(store: ObjectStore, data: unknown): boolean {
  const { type, object } = data as { type?: unknown; object?: Item }
  if (object === undefined) return false
  const key = keyOf(object)
  if (type === 'DELETED') store.objects.delete(key)
  else store.objects.set(key, object)
  store.denied = undefined
  return true
}

/** Returns the key of an object. Events have no name in lists: the first time, the reason and the message identify them. */
function keyOf({ namespace, name, involvedObject, reason, message, firstTimestamp }: Item): string {
  return JSON.stringify(
    name === undefined ? [involvedObject, reason, message, firstTimestamp] : [namespace, name],
  )
}
