import { frame } from './frame.ts'

/** What lists showed of an object at one moment. */
export interface Seen {
  /** The list item, as JSON. */
  readonly item: string
  readonly labels: Readonly<Record<string, string>>
}

/** What happened to one object: what lists showed before, and after. */
export interface Told {
  readonly was: Seen | undefined
  readonly is: Seen | undefined
}

/** Changes that are told together, or not at all: one change, or what a whole list made of what was held. */
export interface Batch {
  /** The resourceVersion it leads to. */
  readonly version: string
  /** Of a list: the version it leads from. What happened between the two is not known, so nobody can go on in between. */
  readonly from: string | undefined
  readonly changes: readonly Told[]
}

/** Whether labels are selected. */
export type Selects = (labels: Seen['labels']) => boolean

/**
 * The frames of a batch for those who see what `selects` selects. An object that leaves the selection is DELETED with what
 * it was last, one that enters it is ADDED; a change that no list item shows is none. All frames but the last carry
 * `torn`, an id that goes on before the batch is whole nowhere; the last carries `whole`.
 */
export function framesOf(
  event: string,
  { changes }: Batch,
  selects: Selects,
  ids: { torn: () => string; whole: () => string },
): string[] {
  const shown = changes.flatMap((change) => dataOf(change, selects) ?? [])
  return shown.map((data, at) => frame(event, data, at === shown.length - 1 ? ids.whole() : ids.torn()))
}

/** The data of an event: what happened, and the item. */
export function data(type: 'ADDED' | 'MODIFIED' | 'DELETED', item: string): string {
  return `{"type":"${type}","object":${item}}`
}

function dataOf({ was, is }: Told, selects: Selects): string | undefined {
  const before = was !== undefined && selects(was.labels) ? was : undefined
  const after = is !== undefined && selects(is.labels) ? is : undefined
  if (after === undefined) return before && data('DELETED', before.item)
  if (before === undefined) return data('ADDED', after.item)
  return before.item === after.item ? undefined : data('MODIFIED', after.item)
}
