import type { AuditEntry } from '../api/schemas/audit.ts'
import { readMac } from './hash-chain.ts'

/** Bytes at the end of a line that hold its code. */
const CODE_BYTES = 80
const NEWLINE = 10

/** The lines at the end of an audit file that an interrupted process left. */
export type UnfinishedLines = NonNullable<AuditEntry['unfinished']>

/** The end of an audit file, as an earlier process left it. */
export interface ScannedFile {
  readonly size: number
  /** The code of the last whole line; '' if there is none. */
  readonly last: string
  /** The lines after that one; undefined if there are none. */
  readonly unfinished: UnfinishedLines | undefined
  readonly endsInNewline: boolean
}

/** Scans an audit file for its last whole line and the lines after it, by bytes: those may be cut anywhere. */
export async function scanLines(chunks: AsyncIterable<Buffer>): Promise<ScannedFile> {
  let [size, last, offset, lines] = [0, '', 0, 0]
  let [length, tail] = [0, Buffer.alloc(0)]
  const extend = (part: Buffer): void => {
    length += part.length
    tail = Buffer.concat([tail, part.subarray(-CODE_BYTES)]).subarray(-CODE_BYTES)
  }
  const endLine = (end: number): void => {
    const code = readMac(tail.toString('latin1'))
    if (code !== undefined) [last, offset, lines] = [code, end, 0]
    else if (length > 0) lines++
    ;[length, tail] = [0, Buffer.alloc(0)]
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      extend(chunk.subarray(from, at))
      from = at + 1
      endLine(size + from)
    }
    extend(chunk.subarray(from))
    size += chunk.length
  }
  const endsInNewline = length === 0
  if (!endsInNewline) endLine(size)
  const unfinished = lines === 0 ? undefined : { lines, bytes: size - offset, offset }
  return { size, last, unfinished, endsInNewline }
}
