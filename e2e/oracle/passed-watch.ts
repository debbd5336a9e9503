import type { ServerResponse } from 'node:http'
import type { Random } from './random.ts'

/** What is passed on of one line of a watch on `url`: the line, none, or others. */
export type Tamper = (url: string, line: string) => string[]

/** How often a line is sent in two pieces, cut anywhere, in the middle of a character too. */
const PIECES = 0.05

/** One watch of the service, on its way through the proxy. */
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

  /** Passes whole lines on until either side has enough. */
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

  /** Writes what the API server never said, at the end of a line. */
  write(bytes: string): void {
    if (this.#open) this.#response.write(bytes)
  }

  end(): void {
    this.#response.end()
  }

  cut(): void {
    this.#response.socket?.resetAndDestroy()
  }

  /** Nothing comes through any more, and nothing says so. */
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

  /** Whether anything may still come through: it may be ended or cut between the pieces of a line. */
  get #open(): boolean {
    return !this.#silent && !this.#response.destroyed && !this.#response.writableEnded
  }
}
