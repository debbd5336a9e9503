import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a connection without a request stays open, in milliseconds. */
export const KEEP_ALIVE_MS = 65_000

const PERSISTENT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`

/**
 * Where node:http keeps the head of an answer until it goes out. There is no public way to give it as one string, and
 * `writeHead` looks at each name and value again: with a dozen of them that is a fifth of what an answer from memory costs.
 */
interface HeldHead extends ServerResponse {
  _header: string
  _hasBody: boolean
  /** Whether the connection ends with it. */
  _last: boolean
}

/** Whether an answer can be sent with a whole head: its connection stays open, and nothing was said of it yet. */
export function takesWholeHead({ httpVersionMinor }: IncomingMessage, response: ServerResponse): boolean {
  return httpVersionMinor === 1 && response.shouldKeepAlive && !response.headersSent
}

/** Header fields as they are sent; node:http has checked names and values when they were sent first. */
export function fieldsOf(response: ServerResponse, wanted: (name: string) => boolean): string {
  return response
    .getHeaderNames()
    .filter(wanted)
    .map((name) => `${name}: ${String(response.getHeader(name))}\r\n`)
    .join('')
}

/** The lines that end a head: the date (RFC 9110 §6.6.1) and what becomes of the connection. */
export class HeadEnd {
  #second = NaN
  #kept = ''
  #last = ''

  /** `last`: the connection ends with the answer. */
  at(now: number, last: boolean): string {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      const date = `Date: ${new Date(second * 1000).toUTCString()}\r\n`
      this.#kept = `${date}${PERSISTENT}\r\n`
      this.#last = `${date}Connection: close\r\n\r\n`
    }
    return last ? this.#last : this.#kept
  }
}

/** Ends the connection with an answer whose head says so. */
export function endsConnection(response: ServerResponse): void {
  const held = response as HeldHead
  held._last = true
}

/** Sends a 304 with this head, its status line without. */
export function send304(response: ServerResponse, fields: string): void {
  const held = response as HeldHead
  held.statusCode = 304
  held._hasBody = false
  held._header = `HTTP/1.1 304 Not Modified\r\n${fields}`
  held.end()
}

/** Sends a 200 with this head, its status line and length without. */
export function send200(response: ServerResponse, fields: string, bytes: Buffer): void {
  const held = response as HeldHead
  held.statusCode = 200
  held._header = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n${fields}`
  held.end(bytes)
}
