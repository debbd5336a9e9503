import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { printable } from '../grammar/printable.ts'
import { MAX_PATH, type AccessLog } from './access-log.ts'
import { admits } from './admission.ts'
import type { Lifecycle } from './drain.ts'
import type { Forms } from './forms.ts'
import { MAX_HEADER_BYTES } from './guard.ts'
import type { Metrics } from './metrics.ts'
import { notModified } from './reply.ts'
import { idOf } from './request-id.ts'
import type { Encoded } from './route.ts'
import type { RequestState } from './state.ts'

/** Those asked for longest ago go first. Lists share their bytes with where they come from, so this counts some twice. */
const MAX_ANSWERS = 5_000
const MAX_BYTES = 24 * 1024 * 1024

/** What an answer was made of. While it stands, the same question has the same answer. */
export interface Ground {
  /** Where the answer comes from and how old that is; undefined where it has to be made anew. It waits for nothing. */
  standing(): { use: string; ageMs: number } | undefined
}

/** An answer to a GET as it was sent. */
export interface SentAnswer {
  route: string
  encoded: Encoded<unknown>
  ground: Ground
  /** The time it was made, in milliseconds since 1970. */
  from: number
}

interface Held extends SentAnswer {
  /** Headers that were sent with it and are the same each time, as names and values in turn. */
  headers: string[]
  /** Those that a 304 repeats. */
  headersOf304: string[]
  /** Its path as the access log writes it. */
  path: string
}

export interface AnswersOptions {
  lifecycle: Lifecycle
  metrics: Metrics
  accessLog: AccessLog
  forms: Forms
  clock: () => number
}

/** Of one answer alone, whatever is sent with it. */
const CHANGING = new Set([
  'x-request-id',
  'x-cache',
  'x-cache-age-ms',
  'content-length',
  'content-encoding',
  'date',
  'connection',
  'keep-alive',
])
/** All that a 304 has to repeat of what a 200 would say (RFC 9110 §15.4.5). */
const OF_304 = new Set(['cache-control', 'etag', 'vary'])

/**
 * Answers a GET that was answered before, by the same words, while nothing of what that answer was made of has changed:
 * what the routes, the validation and the middleware would do again comes to the same. Anything out of the ordinary goes to
 * them: other methods, wishes of the caller, a watch in trouble, a right not known to hold.
 */
export class Answers {
  readonly #held = new LRUCache<string, Held>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ encoded }) => encoded.bytes.length + 1024,
  })
  readonly #options: AnswersOptions

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  /** Keeps the answer that was sent to a request, for the next one like it. */
  keep(request: IncomingMessage, response: ServerResponse, answer: SentAnswer): void {
    const url = request.url ?? ''
    const sent = (wanted: (name: string) => boolean): string[] =>
      response
        .getHeaderNames()
        .flatMap((name) => (wanted(name) ? [name, String(response.getHeader(name))] : []))
    this.#held.set(url, {
      ...answer,
      headers: sent((name) => !CHANGING.has(name)),
      headersOf304: sent((name) => OF_304.has(name)),
      path: printable(url.split('?')[0] ?? '', MAX_PATH),
    })
  }

  /** Answers a request where that is possible at once; false: it is for others to answer. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false
    const startedAt = performance.now()
    const held = this.#held.get(request.url ?? '')
    if (held === undefined || this.#options.lifecycle.refusing || !isOrdinary(request)) return false
    const now = this.#options.clock()
    if (now < held.from || now >= held.encoded.until) return false
    const form = this.#options.forms.of(held.encoded.bytes, request.headers['accept-encoding'])
    if (form instanceof Promise || !admits(request)) return false
    const standing = held.ground.standing()
    if (standing === undefined) return false
    const requestId = idOf(request)
    const state = { requestId, route: held.route, startedAt }
    const own = [
      'x-request-id',
      requestId,
      'x-cache',
      standing.use,
      'x-cache-age-ms',
      String(Math.round(standing.ageMs)),
    ]
    if (notModified(request.headers['if-none-match'], held.encoded.etag))
      response.writeHead(304, own.concat(held.headersOf304)).end()
    else {
      if (form.coding !== undefined) own.push('content-encoding', form.coding)
      own.push('content-length', String(form.bytes.length))
      response.writeHead(200, own.concat(held.headers)).end(form.bytes)
    }
    this.#observe(request, response, state, held.path)
    return true
  }

  #observe(request: IncomingMessage, response: ServerResponse, state: RequestState, path: string): void {
    const { metrics, accessLog } = this.#options
    const answered = (complete: boolean): void => {
      metrics.answered(request, response, state)
      accessLog.answered(request, response, state, path, complete)
    }
    // What the system has taken whole is answered; to wait for the event that says so would cost more than the answer.
    if (response.socket?.writableLength === 0) answered(true)
    else response.on('close', () => answered(response.writableFinished))
  }
}

/** Without a wish about how recent the answer is, and no larger than any request may be. */
function isOrdinary({ headers, rawHeaders }: IncomingMessage): boolean {
  if (headers['cache-control'] !== undefined || headers['x-resource-version'] !== undefined) return false
  let size = 0
  for (const part of rawHeaders) size += part.length
  return size <= MAX_HEADER_BYTES
}
