import type { Readable } from 'node:stream'
import type { Call } from '../call.ts'
import { statusOf } from '../failure.ts'
import type { Kind } from '../kinds.ts'
import { readAll, type RawAnswer, type Transport } from '../transport.ts'

const MAX_PAGE_BYTES = 128 * 1024 * 1024
const MAX_STATUS_BYTES = 64 * 1024
const PAGE_SIZE = 500
/** The API server ends a watch after this long; spread, so that not all come back at once. */
const MIN_WATCH_SECONDS = 240
const WATCH_SECONDS_SPREAD = 240

/** The cluster answered, and refused: by its code and its own advice a reflector decides how to go on. */
export class Refused extends Error {
  readonly code: number
  readonly retryAfterMs: number | undefined

  constructor(code: number, reason: string, retryAfterMs?: number) {
    super(`${code} ${reason}`)
    // An expired version is told in two ways: by code, and by reason (apimachinery IsResourceExpired, IsGone).
    this.code = reason === 'Expired' || reason === 'Gone' ? 410 : code
    this.retryAfterMs = retryAfterMs
  }
}

export interface RawPage {
  items: unknown[]
  version: string
  next: string
}

/** Where the state of one kind in one scope comes from. Refusals throw Refused, silence and lost connections what they are. */
export interface WatchSource {
  /** Opens a watch that goes on after `version`; without one, a watch that tells all there is first (WatchList, KEP-3157). */
  watch(version: string | undefined, signal: AbortSignal): Promise<Readable>
  /** One page of the list; '' for the first. */
  page(after: string, signal: AbortSignal): Promise<RawPage>
}

/** The API server as the source, by the one transport of its context. */
export class ApiServerSource implements WatchSource {
  readonly #transport: Transport
  readonly #kind: Kind<unknown>
  readonly #namespace: string | undefined
  readonly #random: () => number

  constructor(
    transport: Transport,
    kind: Kind<unknown>,
    namespace: string | undefined,
    random: () => number,
  ) {
    this.#transport = transport
    this.#kind = kind
    this.#namespace = namespace
    this.#random = random
  }

  async watch(version: string | undefined, signal: AbortSignal): Promise<Readable> {
    const seconds = MIN_WATCH_SECONDS + Math.floor(this.#random() * WATCH_SECONDS_SPREAD)
    const query = new URLSearchParams({
      watch: '1',
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(seconds),
      resourceVersion: version ?? '',
    })
    this.#narrow(query)
    if (version === undefined) {
      query.set('sendInitialEvents', 'true')
      query.set('resourceVersionMatch', 'NotOlderThan')
    }
    return (await this.#ask('watch', query, signal, 'streams')).body
  }

  async page(after: string, signal: AbortSignal): Promise<RawPage> {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE) })
    if (after !== '') query.set('continue', after)
    this.#narrow(query)
    const { body } = await this.#ask('list', query, signal, 'calls')
    const list: unknown = JSON.parse(await readAll(body, MAX_PAGE_BYTES))
    return pageOf(list, this.#kind)
  }

  #narrow(query: URLSearchParams): void {
    const { followed } = this.#kind
    if (followed !== undefined) query.set('fieldSelector', followed)
  }

  async #ask(
    verb: 'watch' | 'list',
    query: URLSearchParams,
    signal: AbortSignal,
    pool: 'calls' | 'streams',
  ): Promise<RawAnswer> {
    const namespace = this.#namespace === undefined ? {} : { namespace: this.#namespace }
    const call: Call = { verb, kind: this.#kind, query, ...namespace }
    const answer = await this.#transport.ask(call, signal, pool)
    if (answer.code === 200) return answer
    const { reason } = statusOf(await readAll(answer.body, MAX_STATUS_BYTES).catch(() => ''))
    throw new Refused(answer.code, reason, answer.retryAfterMs)
  }
}

interface RawList {
  kind?: unknown
  metadata?: { resourceVersion?: unknown; continue?: unknown } | null
  items?: unknown
}

function pageOf(list: unknown, { kind }: Kind<unknown>): RawPage {
  const { metadata, items, ...rest }: RawList = typeof list === 'object' && list !== null ? list : {}
  if (rest.kind !== `${kind}List` || (items !== null && !Array.isArray(items)))
    throw new Error(`the answer is no ${kind}List`)
  const { resourceVersion: version, continue: next } = metadata ?? {}
  if (typeof version !== 'string' || version === '') throw new Error('the list says no version')
  return { items: items ?? [], version, next: typeof next === 'string' ? next : '' }
}
