import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { RequestHandler } from 'express'
import { printable } from '../grammar/printable.ts'
import type { LogFormat } from './log.ts'
import { stateOf, type RequestState } from './state.ts'

const FLUSH_MS = 200
const FLUSH_LINES = 500
/** Beyond this the sink does not take what it is given; lines are dropped and counted, the service goes on. */
const MAX_HELD_LINES = 10_000
const MAX_PATH = 256

/**
 * One line a request, written in batches: a line of its own through the logger would cost more than the request. `off`
 * keeps none.
 */
export class AccessLog {
  readonly #sink: Writable
  readonly #form: LogFormat | 'off'
  #lines: string[] = []
  #dropped = 0
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

  /** Notes a request whose answer has ended, one way or the other. */
  answered(
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, route, startedAt }: RequestState,
    path: string,
  ): void {
    if (this.#form === 'off') return
    this.#add({
      timestamp: new Date().toISOString(),
      level: 'info',
      message: 'request',
      requestId,
      method: request.method ?? '',
      route,
      path,
      status: response.headersSent ? response.statusCode : 499,
      complete: response.writableFinished,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      peer: request.socket.remoteAddress ?? '',
    })
  }

  /** Writes what is held; called at the end of the process too. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines.length === 0) return
    const text = `${this.#lines.join('\n')}\n`
    this.#lines = []
    this.#sink.write(text)
  }

  #add(line: Record<string, string | number | boolean>): void {
    if (this.#sink.writableLength > 1024 * 1024 || this.#lines.length >= MAX_HELD_LINES) {
      this.#dropped++
      return
    }
    if (this.#dropped > 0) line['droppedBefore'] = this.#dropped
    this.#dropped = 0
    this.#lines.push(this.#form === 'json' ? JSON.stringify(line) : readable(line))
    if (this.#lines.length >= FLUSH_LINES) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref()
  }
}

function readable(line: Record<string, string | number | boolean>): string {
  const { timestamp, method, path, status, milliseconds, complete } = line
  return `${String(timestamp)} INFO  ${String(method)} ${String(path)} ${String(status)} ${String(milliseconds)} ms${complete === true ? '' : ' (cut)'}`
}
