import type { IncomingMessage, ServerResponse } from 'node:http'

/** Time for which an idle connection stays open, in milliseconds. */
export const KEEP_ALIVE_MS = 65_000

const PERSISTENT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`

/**
 * Private fields in which node:http keeps a response's head. No public API accepts the head as one string,
 * and `writeHead` validates each name and value again: for a dozen headers that is a fifth of the cost of a
 * response from memory.
 */
interface ResponseInternals extends ServerResponse {
  _header: string
  _hasBody: boolean
  /** Whether the connection is closed after this response. */
  _last: boolean
}

/** Whether a serialized head can be sent: the connection stays open, and no header is sent yet. */
export function takesWholeHead({ httpVersionMinor }: IncomingMessage, response: ServerResponse): boolean {
  return httpVersionMinor === 1 && response.shouldKeepAlive && !response.headersSent
}

/** Serializes header lines; node:http validated names and values when they were first sent. */
export function fieldsOf(response: ServerResponse, wanted: (name: string) => boolean): string {
  return response
    .getHeaderNames()
    .filter(wanted)
    .map((name) => `${name}: ${String(response.getHeader(name))}\r\n`)
    .join('')
}

/** The last lines of a head: Date (RFC 9110 §6.6.1) and Connection. */
export class HeadEnd {
  #second = NaN
  #kept = ''
  #last = ''

  /** `last`: the connection is closed after the response. */
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

/** Closes the connection after a response whose head announces it. */
export function endsConnection(response: ServerResponse): void {
  const held = response as ResponseInternals
  held._last = true
}

/** Sends a 304 with these header lines; adds the status line. */
export function send304(response: ServerResponse, fields: string): void {
  const held = response as ResponseInternals
  held.statusCode = 304
  held._hasBody = false
  held._header = `HTTP/1.1 304 Not Modified\r\n${fields}`
  held.end()
}

/** Sends a 200 with these header lines; adds the status line and Content-Length. */
export function send200(response: ServerResponse, fields: string, bytes: Buffer): void {
  const held = response as ResponseInternals
  held.statusCode = 200
  held._header = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n${fields}`
  held.end(bytes)
}
