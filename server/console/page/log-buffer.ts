/** Lines that are kept, the newest. */
export const MAX_LINES = 10_000
/** Characters of a line that are kept. */
export const MAX_LINE = 16_384
/** Characters of all lines that are kept: ten thousand of the longest would take more memory than a tab may. */
const MAX_CHARACTERS = 20_000_000

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) ?/
// Escape sequences of terminals: their colours, and the codes that move the cursor.
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001b\[[\d;?]*[A-Za-z]/g

/** A line of a log. */
export interface LogLine {
  /** Time at which the runtime received it; empty if the cluster sent none. */
  readonly time: string
  readonly text: string
}

/** The newest lines of a log, in bounded memory. */
export class LogBuffer {
  #lines: LogLine[] = []
  #characters = 0
  #dropped = 0
  #partial = ''
  #newest = ''
  #resumedAfter = ''

  /** The lines, the oldest first. */
  get lines(): readonly LogLine[] {
    return this.#lines
  }

  /** Number of older lines that were dropped. */
  get dropped(): number {
    return this.#dropped
  }

  /** Time of the newest line; empty before the first. */
  get newest(): string {
    return this.#newest
  }

  /** Adds a part of a log whose lines begin with their times; a part may end within a line. */
  add(part: string): void {
    const lines = (this.#partial + part).split('\n')
    this.#partial = (lines.pop() ?? '').slice(0, MAX_LINE + 64)
    for (const line of lines) this.#append(line)
    this.#trim()
  }

  /** Ends the log: the rest is its last line. */
  end(): void {
    if (this.#partial !== '') this.#append(this.#partial)
    this.#partial = ''
    this.#trim()
  }

  /** Prepares for a connection that begins before the newest line: lines up to it are already here, and left out. */
  resume(): void {
    this.#partial = ''
    this.#resumedAfter = this.#newest
  }

  #append(raw: string): void {
    const [prefix = '', time = ''] = TIMESTAMP.exec(raw) ?? []
    if (time !== '' && this.#resumedAfter !== '' && !isAfter(time, this.#resumedAfter)) return
    const text = raw.slice(prefix.length).replaceAll(ESCAPES, '').replace(/\r$/, '')
    const kept =
      text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}… (cut: ${text.length} characters)` : text
    this.#lines.push({ time, text: kept })
    this.#characters += kept.length
    if (time !== '') this.#newest = time
  }

  #trim(): void {
    let first = Math.max(0, this.#lines.length - MAX_LINES)
    let characters = this.#characters
    for (const line of this.#lines.slice(0, first)) characters -= line.text.length
    for (; characters > MAX_CHARACTERS && first < this.#lines.length; first++)
      characters -= this.#lines[first]?.text.length ?? 0
    this.#characters = characters
    if (first === 0) return
    this.#lines = this.#lines.slice(first)
    this.#dropped += first
  }
}

/** Whether a time is after another; both may have up to nine decimal places and an offset. */
export function isAfter(time: string, other: string): boolean {
  const [seconds, fraction] = splitTime(time)
  const [otherSeconds, otherFraction] = splitTime(other)
  return seconds === otherSeconds ? fraction > otherFraction : seconds > otherSeconds
}

function splitTime(time: string): readonly [number, string] {
  const [fraction = ''] = /\.\d+/.exec(time) ?? []
  return [Date.parse(time.replace(fraction, '')), fraction.slice(1).padEnd(9, '0')]
}
