import { formatCell } from './format-value.ts'

/** An item of a list or of the stream. */
export type Item = Readonly<Record<string, unknown>>

/** Rows that are drawn before and after the visible ones, so that a quick scroll shows no gap. */
const MARGIN_ROWS = 10

/** Returns the items of which a shown field contains the text, in upper or lower case. */
export function filterItems(
  items: readonly Item[],
  fields: readonly string[],
  text: string,
): readonly Item[] {
  const part = text.trim().toLowerCase()
  if (part === '') return items
  return items.filter((item) => fields.some((field) => formatCell(item[field]).toLowerCase().includes(part)))
}

const byNumbersInText = new Intl.Collator('en', { numeric: true })

/** Returns the items in the order of a field; `-` before it: descending. Equal ones, and all without it, are by namespace and name. */
export function sortItems(items: readonly Item[], sort: string): readonly Item[] {
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  const keyed = items.map((item) => ({
    item,
    key: field === '' ? '' : formatCell(item[field]),
    name: `${formatCell(item['namespace'])}/${formatCell(item['name'])}`,
  }))
  keyed.sort((one, other) => {
    const order = byNumbersInText.compare(one.key, other.key)
    return (descending ? -order : order) || byNumbersInText.compare(one.name, other.name)
  })
  return keyed.map(({ item }) => item)
}

/** Returns the range of rows to draw in a scrolled table: from the first to before the last. */
export function visibleRows(count: number, rowHeight: number, scrollTop: number, height: number) {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - MARGIN_ROWS)
  const last = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + MARGIN_ROWS)
  return { first: Math.min(first, count), last }
}
