import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { RawAnswer } from './measure/ask.ts'

/** Decodes the JSON of a response, in any content encoding. */
export function decoded({ headers, body }: Pick<RawAnswer, 'headers' | 'body'>): unknown {
  const encoding = headers['content-encoding']
  const decode = encoding === undefined ? undefined : DECODERS[encoding]
  return JSON.parse((decode === undefined ? body : decode(body)).toString())
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
}

/**
 * Describes the difference between two responses to one request: in their number of items, or in the items'
 * names. Undefined if they agree.
 */
export function disagreement(ours: unknown, theirs: unknown): string | undefined {
  const [left, right] = [namesOf(ours), namesOf(theirs)]
  if (left.length !== right.length) return `${left.length} items, where the twin has ${right.length}`
  if (left.length === 0) return 'there is nothing in the answer'
  const different = left.findIndex((name, index) => name !== right[index])
  return different < 0 ? undefined : `${left[different]}, where the twin has ${right[different]}`
}

export function numberOfItems(answer: unknown): number {
  return namesOf(answer).length
}

interface Named {
  name?: unknown
  namespace?: unknown
  reason?: unknown
}

/** Returns the names in a response: of the items of its list, or of its object. */
function namesOf(answer: unknown): string[] {
  const fields = answer as Record<string, unknown>
  const [list] = ['pods', 'events', 'deployments', 'nodes'].flatMap((field) =>
    Array.isArray(fields[field]) ? [fields[field] as Named[]] : [],
  )
  return (list ?? [fields])
    .map((item) => `${text(item.namespace)}/${text(item.name)} ${text(item.reason)}`)
    .sort()
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
