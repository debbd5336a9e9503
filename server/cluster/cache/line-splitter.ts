const NEWLINE = 10

/** The bytes of a watch are not an event. The stream is closed, and resumed at the last good version. */
export class MalformedLineError extends Error {}

/**
 * Splits a byte stream into lines. A line is complete at its line feed; one of more than `limit` bytes is
 * Malformed, since etcd does not store objects that large.
 */
export class LineSplitter {
  readonly #limit: number
  #incomplete: Buffer[] = []
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  *push(chunk: Buffer): Generator<Buffer> {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const line = this.#whole(chunk.subarray(from, end))
      from = end + 1
      if (line.length > 0) yield line
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from))
  }

  #keep(part: Buffer): void {
    this.#incomplete.push(part)
    this.#size += part.length
    if (this.#size > this.#limit) throw new MalformedLineError(`a line of more than ${this.#limit} bytes`)
  }

  #whole(part: Buffer): Buffer {
    if (this.#incomplete.length === 0) return part
    this.#keep(part)
    const line = Buffer.concat(this.#incomplete, this.#size)
    this.#incomplete = []
    this.#size = 0
    return line
  }
}
