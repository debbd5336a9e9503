import { frame } from './frame.ts'

/** List item of an object at one moment. */
export interface ItemState {
  /** The list item, as JSON. */
  readonly item: string
  readonly labels: Readonly<Record<string, string>>
}

/** A change of one object: its list item before and after. */
export interface ObjectChange {
  readonly before: ItemState | undefined
  readonly after: ItemState | undefined
}

/** Changes delivered atomically: one watch event, or the difference a list made. */
export interface ChangeBatch {
  /** The resourceVersion after these changes. */
  readonly version: string
  /** For a list: the version before it. Resuming in between is impossible: the changes are unknown. */
  readonly from: string | undefined
  readonly changes: readonly ObjectChange[]
}

/** Whether a label selector matches the labels. */
export type Selects = (labels: ItemState['labels']) => boolean

/**
 * Converts a batch to events for one label selector. An object that stops matching becomes DELETED with its
 * last matching item, one that starts matching becomes ADDED. Changes that do not alter the list item are
 * skipped. Every event but the last carries `torn`, an id with which the batch is repeated after a reconnect;
 * the last carries `whole`.
 */
export function framesOf(
  event: string,
  { changes }: ChangeBatch,
  selects: Selects,
  ids: { torn: () => string; whole: () => string },
): string[] {
  const events = changes.flatMap((change) => dataOf(change, selects) ?? [])
  return events.map((data, index) =>
    frame(event, data, index === events.length - 1 ? ids.whole() : ids.torn()),
  )
}

/** Returns the data of an event: its type and the item. */
export function data(type: 'ADDED' | 'MODIFIED' | 'DELETED', item: string): string {
  return `{"type":"${type}","object":${item}}`
}

function dataOf({ before: was, after: is }: ObjectChange, selects: Selects): string | undefined {
  const before = was !== undefined && selects(was.labels) ? was : undefined
  const after = is !== undefined && selects(is.labels) ? is : undefined
  if (after === undefined) return before && data('DELETED', before.item)
  if (before === undefined) return data('ADDED', after.item)
  return before.item === after.item ? undefined : data('MODIFIED', after.item)
}
