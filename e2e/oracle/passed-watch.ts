import type { ServerResponse } from 'node:http'
import type { Random } from './random.ts'

/** Manipulates one line of a watch on `url`: returns the lines to forward, or an empty array. */
export type Tamper = (url: string, line: string) => string[]

/** The share of lines that are sent in two chunks, cut at any byte, including within a character. */
const PIECES = 0.05

/** One watch of the service that passes through the proxy. */
export class PassedWatch {
  readonly url: string
  readonly #response: ServerResponse
  readonly #random: Random
  #silent = false

  constructor(url: string, response: ServerResponse, random: Random) {
    this.url = url
    this.#response = response
    this.#random = random
  }

  /** Forwards complete lines until either side closes. */
  async pass(body: AsyncIterable<Buffer>, tamper: Tamper): Promise<void> {
    let rest = ''
    const decoder = new TextDecoder()
    try {
      for await (const chunk of body) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) for (const one of tamper(this.url, line)) await this.#send(`${one}\n`)
      }
      if (!this.#silent) this.#response.end()
    } catch {
      if (!this.#silent) this.#response.destroy()
    }
  }

  /** Inserts bytes that the API server did not send, at the end of a line. */
  write(bytes: string): void {
    if (this.#open) this.#response.write(bytes)
  }

  end(): void {
    this.#response.end()
  }

  cut(): void {
    this.#response.socket?.resetAndDestroy()
  }

  /** Stops forwarding without closing the connection. */
  silence(): void {
    this.#silent = true
  }

  async #send(line: string): Promise<void> {
    if (!this.#open) return
    const bytes = Buffer.from(line)
    if (!this.#random.chance(PIECES)) {
      this.#response.write(bytes)
      return
    }
    const at = this.#random.below(bytes.length)
    this.#response.write(bytes.subarray(0, at))
    await new Promise((resolve) => setImmediate(resolve))
    if (this.#open) this.#response.write(bytes.subarray(at))
  }

  /** Whether the watch can still be written to: it may be ended or cut between the chunks of a line. */
  get #open(): boolean {
    return !this.#silent && !this.#response.destroyed && !this.#response.writableEnded
  }
}
