/** Lines that are kept, the newest. */
export const MAX_LINES = 10_000
/** Characters of a line that are kept. */
export const MAX_LINE = 16_384
/** Characters of all lines that are kept: ten thousand of the longest would take more memory than a tab may. */
const MAX_CHARACTERS = 20_000_000

/** Characters of a line that has not ended which are kept: the longest text, and the time before it. */
const MAX_PARTIAL = MAX_LINE + 64

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) ?/
// Escape sequences of terminals: their colours, and the codes that move the cursor.
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001b\[[\d;?]*[A-Za-z]/g
// The beginning of one at the end of a part; a longer one is text.
// oxlint-disable-next-line no-control-regex
const ESCAPE_BEGINNING = /\u001b(?:\[[\d;?]{0,60})?$/

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
  /** The beginning of a part that may be an escape sequence. */
  #escape = ''
  #partial = new PartialLine()
  #newest = ''
  /** Number of lines whose time is the newest. */
  #newestCount = 0
  /** The newest time before the connection was resumed, and the number of its lines that are repeated. */
  #resumedAfter = ''
  #repeated = 0

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
    const text = (this.#escape + part).replaceAll(ESCAPES, '')
    const [beginning = ''] = ESCAPE_BEGINNING.exec(text) ?? []
    this.#escape = beginning
    const [first = '', ...others] = text.slice(0, text.length - beginning.length).split('\n')
    this.#partial.add(first)
    for (const line of others) {
      this.#endLine()
      this.#partial.add(line)
    }
    this.#trim()
  }

  /** Ends the log: the rest is its last line. */
  end(): void {
    this.#partial.add(this.#escape)
    this.#escape = ''
    if (this.#partial.length > 0) this.#endLine()
    this.#trim()
  }

  /** Prepares for a connection that begins before the newest line: lines up to it are already here, and left out. */
  resume(): void {
    this.#partial = new PartialLine()
    this.#escape = ''
    this.#resumedAfter = this.#newest
    this.#repeated = this.#newestCount
  }

  #endLine(): void {
    const { time, text } = this.#partial.end()
    if (time !== '' && this.#isRepeated(time)) return
    this.#lines.push({ time, text })
    this.#characters += text.length
    if (time === '') return
    this.#newestCount = time === this.#newest ? this.#newestCount + 1 : 1
    this.#newest = time
  }

  /** Whether a line is one from before the connection was resumed: several may have the newest time. */
  #isRepeated(time: string): boolean {
    if (this.#resumedAfter === '' || isAfter(time, this.#resumedAfter)) return false
    if (isAfter(this.#resumedAfter, time)) return true
    if (this.#repeated === 0) return false
    this.#repeated--
    return true
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

/** A line that has not ended: its beginning, and the length of all of it. */
class PartialLine {
  #beginning = ''
  #length = 0
  #last = ''

  get length(): number {
    return this.#length
  }

  add(text: string): void {
    if (this.#beginning.length < MAX_PARTIAL) this.#beginning = (this.#beginning + text).slice(0, MAX_PARTIAL)
    this.#length += text.length
    this.#last = text.at(-1) ?? this.#last
  }

  /** Returns the line, cut if it is too long, and begins the next one. */
  end(): LogLine {
    const [prefix = '', time = ''] = TIMESTAMP.exec(this.#beginning) ?? []
    const length = this.#length - prefix.length - (this.#last === '\r' ? 1 : 0)
    const text = this.#beginning.slice(prefix.length, prefix.length + Math.min(length, MAX_LINE))
    this.#beginning = ''
    this.#length = 0
    this.#last = ''
    return { time, text: length > MAX_LINE ? `${text}… (cut: ${length} characters)` : text }
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
