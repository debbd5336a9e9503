import type { ServerResponse } from 'node:http'

/** Bytes of the initial events that are written ahead; the rest waits for the reader. */
const AHEAD_BYTES = 1024 * 1024

/** Bytes that may be buffered for a slow reader. Beyond this the watch is closed, as the API server does. */
const UNREAD_BYTES = 64 * 1024 * 1024

/**
 * Sends the lines of a watch in order: the initial events at the pace of the reader, then changes as they
 * happen.
 */
export class WatchBuffer {
  readonly #response: ServerResponse
  #beginning: Iterator<string> | undefined
  /** Changes that happened while the initial events were being sent. */
  #behind: string[] = []
  #behindSize = 0
  #ended = false

  constructor(response: ServerResponse) {
    this.#response = response
  }

  /** Sends these lines before everything else; each is created when there is room for it. */
  begin(lines: Iterable<string>): void {
    this.#beginning = lines[Symbol.iterator]()
    this.#goOn()
  }

  /** Changes after the end of the watch, before the connection has noticed it, are dropped. */
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

  /** Ends the watch and drops what has not been sent. */
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
