import type { SearchHandles } from '../../kinds/define-kind.ts'
import { MAX_BYTES, searchedFields, type SearchedField } from './schema.ts'

/** Control characters, which texts of requests do not contain. */
const CONTROLS = /\p{Cc}/gu
/** First character that is not the mark of a field. */
const FIRST_TEXT = 0x20

/** Fields in the order in which they are taken into the text of an object: those that are short and few first. */
const PRIORITY = ['name', 'address', 'node', 'image', 'label', 'annotation'] as const

/** The texts of an object by the fields that are searched; values that are no texts are left out. */
export type SearchedTexts = Readonly<Record<SearchedField, readonly unknown[]>>

/** Returns the texts that an object is found by. */
export function searchedTexts(
  {
    name,
    labels,
    annotations,
  }: { name: unknown; labels: object | null | undefined; annotations: object | null | undefined },
  { images = [], addresses = [], node }: SearchHandles,
): SearchedTexts {
  return {
    name: [name],
    label: Object.entries(labels ?? {}).flatMap(([key, value]) =>
      typeof value === 'string' ? `${key}=${value}` : [],
    ),
    image: images,
    address: addresses,
    node: [node],
    annotation: Object.keys(annotations ?? {}),
  }
}

/**
 * Joins the texts of an object, each after the mark of its field, ordered by field. Texts that do not fit into 512 bytes are left
 * out.
 */
export function joinTexts(texts: SearchedTexts): string {
  const kept = new Map<SearchedField, Set<string>>(searchedFields.map((field) => [field, new Set()]))
  let size = 0
  for (const field of PRIORITY)
    for (const one of texts[field]) {
      if (typeof one !== 'string' || one === '') continue
      const bytes = Buffer.byteLength(one) + 1
      if (size + bytes > MAX_BYTES || kept.get(field)?.has(one) === true) continue
      size += bytes
      kept.get(field)?.add(one.replaceAll(CONTROLS, ' '))
    }
  return searchedFields
    .flatMap((field, at) => [...(kept.get(field) ?? [])].map((one) => markOf(at) + one))
    .join('')
}

function markOf(field: number): string {
  return String.fromCharCode(field + 1)
}

/** Number of ranks: three of the name, one of each other field. */
export const RANKS = searchedFields.length + 2

/** Place of a text within the texts of an object. */
interface Found {
  /** 0 is best. */
  readonly rank: number
  /** Index of the mark before the text. */
  readonly mark: number
}

/** Finds a text in lower case in the texts of an object; undefined if they do not contain it. The best match comes first. */
export function findText(lowerText: string, q: string): Found | undefined {
  const at = lowerText.indexOf(q)
  if (at < 0) return undefined
  let mark = at - 1
  while (lowerText.charCodeAt(mark) >= FIRST_TEXT) mark--
  const field = lowerText.charCodeAt(mark) - 1
  if (field > 0) return { rank: field + 2, mark }
  if (at > mark + 1) return { rank: 2, mark }
  return { rank: endOfText(lowerText, mark) === at + q.length ? 0 : 1, mark }
}

/** Returns the field and the text after a mark. */
export function textAt(text: string, mark: number): { field: SearchedField; value: string } {
  const field = searchedFields[text.charCodeAt(mark) - 1] ?? 'name'
  return { field, value: text.slice(mark + 1, endOfText(text, mark)) }
}

function endOfText(text: string, mark: number): number {
  let end = mark + 1
  while (text.charCodeAt(end) >= FIRST_TEXT) end++
  return end
}
