import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { RequestHandler } from 'express'
import { printable } from '../grammar/printable.ts'
import type { LogFormat } from './log.ts'
import { stateOf, type RequestState } from './state.ts'

const FLUSH_MS = 200
/** Lines go here as they come: as strings, the collector would take them for something that stays. */
const BATCH_BYTES = 64 * 1024
/** Far above what method, route, path, id and address can come to. */
const MAX_LINE_BYTES = 4096
/** Beyond this the sink does not take what it is given; lines are dropped and counted, the service goes on. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024
export const MAX_PATH = 256

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
      const path = printable(request.url.split('?')[0] ?? '', MAX_PATH)
      response.on('close', () => this.answered(request, response, stateOf(response), path))
      next()
    }
  }

  /** Notes a request whose answer has ended, one way or the other; `path` is fit to be printed. */
  answered(
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, route, startedAt }: RequestState,
    path: string,
    complete: boolean = response.writableFinished,
  ): void {
    if (this.#form === 'off') return
    if (this.#sink.writableLength > MAX_UNWRITTEN_BYTES) {
      this.#dropped++
      return
    }
    const line = {
      method: request.method ?? '',
      path,
      status: response.headersSent ? response.statusCode : 499,
      complete,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
    }
    const peer = request.socket.remoteAddress ?? ''
    const text =
      this.#form === 'json'
        ? this.#json(line, `"requestId":${quoted(requestId)},"route":${quoted(route)}`, peer)
        : readable(this.#timestamp(), line)
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
  #json({ method, path, status, complete, milliseconds }: AccessLine, names: string, peer: string): string {
    const dropped = this.#dropped > 0 ? `,"droppedBefore":${this.#dropped}` : ''
    this.#dropped = 0
    return (
      `{"timestamp":"${this.#timestamp()}","level":"info","message":"request",${names},"method":${quoted(method)},` +
      `"path":${quoted(path)},"status":${status},"complete":${complete},"milliseconds":${milliseconds},` +
      `"peer":${quoted(peer)}${dropped}}\n`
    )
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

interface AccessLine {
  method: string
  path: string
  status: number
  complete: boolean
  milliseconds: number
}

/** What JSON writes as it stands. */
const PLAIN = /^[\w./:{}-]*$/

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

function readable(timestamp: string, { method, path, status, milliseconds, complete }: AccessLine): string {
  return `${timestamp} INFO  ${method} ${path} ${status} ${milliseconds} ms${complete ? '' : ' (cut)'}\n`
}
