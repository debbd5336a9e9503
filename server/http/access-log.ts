import type { Writable } from 'node:stream'
import type { RequestHandler } from 'express'
import { printable } from '../grammar/printable.ts'
import type { LogFormat } from './log.ts'
import { stateOf } from './state.ts'

const FLUSH_MS = 200
/** Lines go here as they come: as strings, the collector would take them for something that stays. */
const BATCH_BYTES = 64 * 1024
/** Far above what method, route, path, id and address can come to. */
const MAX_LINE_BYTES = 4096
/** Beyond this the sink does not take what it is given; lines are dropped and counted, the service goes on. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024
const MAX_PATH = 256

/**
 * One line a request, written in batches: a line of its own through the logger would cost more than the request. `off`
 * keeps none.
 */
export class AccessLog {
  readonly #sink: Writable
  readonly #form: LogFormat | 'off'
  readonly #batch = Buffer.allocUnsafe(BATCH_BYTES)
  #used = 0
  #dropped = 0
  #writtenFor = 0
  #written = ''
  #peer: string | undefined
  #quotedPeer = '""'
  #timer: NodeJS.Timeout | undefined

  constructor(sink: Writable, form: LogFormat | 'off') {
    this.#sink = sink
    this.#form = form
  }

  middleware(): RequestHandler {
    return (request, response, next) => {
      if (this.#form === 'off') {
        next()
        return
      }
      const { method, url, socket } = request
      response.on('close', () => {
        const { requestId, route, startedAt } = stateOf(response)
        this.answered(this.subject(method, route, url), {
          requestId,
          status: response.headersSent ? response.statusCode : 499,
          complete: response.writableFinished,
          milliseconds: performance.now() - startedAt,
          peer: socket.remoteAddress,
        })
      })
      next()
    }
  }

  /** What was asked for, as lines of this form write it; the query stays out, for it may hold what is nobody's business. */
  subject(method: string, route: string, url: string): string {
    const path = printable(url.split('?')[0] ?? '', MAX_PATH)
    return this.#form === 'json'
      ? `,"route":${quoted(route)},"method":${quoted(method)},"path":${quoted(path)},"status":`
      : `${method} ${path}`
  }

  /** Notes a request whose answer has ended, one way or the other. */
  answered(subject: string, outcome: Outcome): void {
    if (this.#form === 'off') return
    if (this.#sink.writableLength > MAX_UNWRITTEN_BYTES) {
      this.#dropped++
      return
    }
    const text = this.#form === 'json' ? this.#json(subject, outcome) : this.#readable(subject, outcome)
    this.#used += this.#batch.write(text, this.#used)
    if (this.#used > BATCH_BYTES - MAX_LINE_BYTES) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref()
  }

  /** Writes what is held; called at the end of the process too. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#used === 0) return
    this.#sink.write(Buffer.from(this.#batch.subarray(0, this.#used)))
    this.#used = 0
  }

  /** Put together by hand: JSON.stringify would take as long as answering from memory does. */
  #json(subject: string, { requestId, status, complete, milliseconds, peer }: Outcome): string {
    const dropped = this.#dropped > 0 ? `,"droppedBefore":${this.#dropped}` : ''
    this.#dropped = 0
    if (peer !== this.#peer) {
      this.#peer = peer
      this.#quotedPeer = quoted(peer ?? '')
    }
    return (
      `{"timestamp":"${this.#timestamp()}","level":"info","message":"request","requestId":"${requestId}"${subject}` +
      `${status},"complete":${complete},"milliseconds":${tenths(milliseconds)},"peer":${this.#quotedPeer}${dropped}}\n`
    )
  }

  #readable(subject: string, { status, complete, milliseconds }: Outcome): string {
    const cut = complete ? '' : ' (cut)'
    return `${this.#timestamp()} INFO  ${subject} ${status} ${tenths(milliseconds)} ms${cut}\n`
  }

  /** The time of now; many lines are of the same millisecond. */
  #timestamp(): string {
    const now = Date.now()
    if (now !== this.#writtenFor) {
      this.#writtenFor = now
      this.#written = new Date(now).toISOString()
    }
    return this.#written
  }
}

/** How a request ended. */
export interface Outcome {
  /** The caller's own where it is a sane one: nothing in it needs an escape. */
  requestId: string
  status: number
  /** Whether all of the answer went out. */
  complete: boolean
  milliseconds: number
  peer: string | undefined
}

/** What JSON writes as it stands. */
const PLAIN = /^[\w./:{}-]*$/

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
