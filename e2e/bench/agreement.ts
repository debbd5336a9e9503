import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { RawAnswer } from './measure/ask.ts'

/** The JSON of an answer, whatever its encoding. */
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

/** In what two answers to one question differ: their number of items, or the names of these; undefined where they agree. */
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

/** What an answer is about: the items of its list, or the one object it is. */
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
