import type { LogLine } from './log-buffer.ts'

/** Lines that are drawn and compared as one. */
const BLOCK_LINES = 100

/** Neighbouring lines of a log. */
export interface LogBlock {
  /** The same as long as its lines are the same. */
  readonly key: string
  readonly lines: readonly LogLine[]
}

/**
 * Returns the lines in blocks, so that a new line redraws the last block alone. Their borders count from the first line of the
 * log, dropped ones included.
 */
export function splitLines(lines: readonly LogLine[], dropped: number): readonly LogBlock[] {
  const blocks: LogBlock[] = []
  let start = 0
  while (start < lines.length) {
    const end = Math.min(lines.length, start + BLOCK_LINES - ((dropped + start) % BLOCK_LINES))
    blocks.push({ key: `${dropped + start}-${dropped + end}`, lines: lines.slice(start, end) })
    start = end
  }
  return blocks
}

/** A part of a text, and whether it is the one that was searched for. */
export interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Returns a text in parts: those that equal another text, in upper or lower case, and the rest. */
export function splitMatches(text: string, query: string): readonly TextPart[] {
  if (query === '') return [{ text, isMatch: false }]
  const parts: TextPart[] = []
  const [lower, part] = [text.toLowerCase(), query.toLowerCase()]
  let start = 0
  // Some characters have another length in lower case: the places would differ.
  if (lower.length !== text.length) return [{ text, isMatch: false }]
  for (let at = lower.indexOf(part); at >= 0; at = lower.indexOf(part, start)) {
    if (at > start) parts.push({ text: text.slice(start, at), isMatch: false })
    start = at + part.length
    parts.push({ text: text.slice(at, start), isMatch: true })
  }
  if (start < text.length) parts.push({ text: text.slice(start), isMatch: false })
  return parts
}
