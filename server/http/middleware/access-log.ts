import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { background } from '../../core/background.ts'
import { sanitize } from '../../core/formats/sanitize.ts'
import type { LogFormat } from '../../telemetry/log.ts'
import type { RequestMetrics } from '../../telemetry/request-metrics.ts'
import type { ConnectionLimiter } from '../server/connection-limiter.ts'
import { contextOf } from './request-context.ts'

const FLUSH_MS = 200
/** Buffer for pending lines: strings would live long enough for the garbage collector to promote them. */
const BATCH_BYTES = 64 * 1024
/** Far more than method, route, path, id and address can take. */
const MAX_LINE_BYTES = 4096
/** Size at which the sink counts as stalled; further lines are dropped and counted. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024
const MAX_PATH = 256

/**
 * Access log with one line per request, written in batches: a line of its own through the logger would cost
 * more than the request. `off` writes none.
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

  /** Returns the request's part of a log line, without the query, which may be sensitive. */
  routePrefix(method: string, route: string, url: string): string {
    if (this.#form === 'off') return ''
    const path = sanitize(url.split('?')[0] ?? '', MAX_PATH)
    return this.#form === 'json'
      ? `,"route":${quoted(route)},"method":${quoted(method)},"path":${quoted(path)},"status":`
      : `${method} ${path}`
  }

  /** Logs a request after its response has ended or was aborted. */
  record(subject: string, outcome: Outcome): void {
    if (this.#form === 'off') return
    if (this.#sink.writableLength > MAX_UNWRITTEN_BYTES) {
      this.#dropped++
      return
    }
    const text = this.#form === 'json' ? this.#json(subject, outcome) : this.#readable(subject, outcome)
    this.#used += this.#batch.write(text, this.#used)
    if (this.#used > BATCH_BYTES - MAX_LINE_BYTES) this.flush()
    else this.#timer ??= setTimeout(() => background('the access log', () => this.flush()), FLUSH_MS).unref()
  }

  /** Writes the pending lines; also called when the process ends. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#used === 0) return
    this.#sink.write(Buffer.from(this.#batch.subarray(0, this.#used)))
    this.#used = 0
  }

  /** Concatenated by hand: JSON.stringify would take as long as serving a response from memory. */
  #json(subject: string, { requestId, status, complete, milliseconds, peer }: Outcome): string {
    const dropped = this.#dropped > 0 ? `,"droppedBefore":${this.#dropped}` : ''
    this.#dropped = 0
    if (peer !== this.#peer) {
      this.#peer = peer
      this.#quotedPeer = quoted(peer ?? '')
    }
    return (
      `{"timestamp":"${this.#timestamp()}","level":"info","message":"request","requestId":"${requestId}"${subject}` +
      `${status},"complete":${complete},"milliseconds":${roundToTenth(milliseconds)},"peer":${this.#quotedPeer}${dropped}}\n`
    )
  }

  #readable(subject: string, { status, complete, milliseconds }: Outcome): string {
    const cut = complete ? '' : ' (cut)'
    return `${this.#timestamp()} INFO  ${subject} ${status} ${roundToTenth(milliseconds)} ms${cut}\n`
  }

  /** Returns the current time; cached, since many lines share a millisecond. */
  #timestamp(): string {
    const now = Date.now()
    if (now !== this.#writtenFor) {
      this.#writtenFor = now
      this.#written = new Date(now).toISOString()
    }
    return this.#written
  }
}

/** Outcome of a request. */
export interface Outcome {
  /** The caller's own id if it is valid; needs no escaping. */
  requestId: string
  status: number
  /** Whether the whole response was sent. */
  complete: boolean
  milliseconds: number
  peer: string | undefined
}

/** Characters that JSON writes without escaping. */
const PLAIN = /^[\w./:{}-]*$/

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

function roundToTenth(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}

/**
 * Counts and logs a request when its response has ended or was aborted, whoever served it. The connection of an unknown
 * caller may then be closed for another.
 */
export function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  {
    metrics,
    accessLog,
    connections,
  }: {
    readonly metrics: { readonly requests: RequestMetrics }
    readonly accessLog: AccessLog
    readonly connections: ConnectionLimiter
  },
): void {
  // Routers of Express change `url` while they handle a request.
  const { method = '', url = '', socket } = request
  connections.dispensable.delete(socket)
  response.on('close', () => {
    const { requestId, route, startedAt, caller } = contextOf(response)
    if (caller === undefined) connections.markDispensable(socket)
    const milliseconds = performance.now() - startedAt
    // 499: the caller disconnected before anything was sent, as nginx logs it.
    const status = response.headersSent ? response.statusCode : 499
    metrics.requests.series(method, route, status).add(milliseconds / 1000)
    accessLog.record(accessLog.routePrefix(method, route, url), {
      requestId,
      status,
      complete: response.writableFinished,
      milliseconds,
      peer: socket.remoteAddress,
    })
  })
}
