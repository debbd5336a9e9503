import type { ServerResponse } from 'node:http'

/** How much of the beginning is handed over at once; the rest waits for the reader. */
const AHEAD_BYTES = 1024 * 1024

/** How much may wait for a reader; beyond it the watch is ended, as the API server ends slow ones. */
const UNREAD_BYTES = 64 * 1024 * 1024

/** What a watch sends, in order: what there is at the pace of its reader, then what happens as it happens. */
export class WatchBuffer {
  readonly #response: ServerResponse
  #beginning: Iterator<string> | undefined
  /** What happened while the beginning was being read. */
  #behind: string[] = []
  #behindSize = 0
  #ended = false

  constructor(response: ServerResponse) {
    this.#response = response
  }

  /** Sends these lines before everything else; each is made when there is room for it. */
  begin(lines: Iterable<string>): void {
    this.#beginning = lines[Symbol.iterator]()
    this.#goOn()
  }

  /** What happens after the end, and before the connection has taken notice of it, is not told. */
  send(line: string): void {
    if (this.#ended) return
    if (this.#beginning === undefined) {
      if (this.#response.writableLength > UNREAD_BYTES) this.#response.destroy()
      this.#response.write(line)
      return
    }
    this.#behind.push(line)
    this.#behindSize += line.length
    if (this.#behindSize > UNREAD_BYTES) this.#response.destroy()
  }

  /** Ends the watch; what was not sent yet is not. */
  end(last = ''): void {
    if (this.#ended) return
    this.#ended = true
    this.#beginning = undefined
    this.#behind = []
    this.#response.end(last)
  }

  #goOn(): void {
    while (this.#beginning !== undefined && !this.#response.destroyed) {
      const { done, value } = this.#beginning.next()
      if (done === true) break
      this.#response.write(value)
      if (this.#response.writableNeedDrain && this.#response.writableLength >= AHEAD_BYTES) {
        this.#response.once('drain', () => this.#goOn())
        return
      }
    }
    this.#beginning = undefined
    for (const line of this.#behind.splice(0)) this.#response.write(line)
  }
}
