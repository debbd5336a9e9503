const NEWLINE = 10

/** What a watch sent is no event: the stream is dropped, and resumed at the last good version. */
export class Malformed extends Error {}

/**
 * Cuts a stream of bytes into its lines as the bytes come. A line is whole when its end has come; one of more than
 * `limit` bytes is Malformed: etcd takes no object that large.
 */
export class LineSplitter {
  readonly #limit: number
  #begun: Buffer[] = []
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
    this.#begun.push(part)
    this.#size += part.length
    if (this.#size > this.#limit) throw new Malformed(`a line of more than ${this.#limit} bytes`)
  }

  #whole(part: Buffer): Buffer {
    if (this.#begun.length === 0) return part
    this.#keep(part)
    const line = Buffer.concat(this.#begun, this.#size)
    this.#begun = []
    this.#size = 0
    return line
  }
}
