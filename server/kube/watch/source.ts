import type { Readable } from 'node:stream'
import { within, type Call } from '../call.ts'
import { statusOf } from '../failure.ts'
import type { Kind } from '../kinds.ts'
import { afterSpace, elementsOf, endOfValue, OPEN_LIST, takeMembers, takeMembersAfter } from './json-bytes.ts'
import { readAll, readBytes, type RawAnswer, type Transport } from '../transport.ts'

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
  /** The JSON of each. */
  items: Iterable<Buffer>
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
    return pageOf(await readBytes(body, MAX_PAGE_BYTES), this.#kind.kind)
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
    const call: Call = { verb, kind: this.#kind, query, ...within(this.#namespace) }
    const answer = await this.#transport.ask(call, signal, pool)
    if (answer.code === 200) return answer
    const { reason } = statusOf(await readAll(answer.body, MAX_STATUS_BYTES).catch(() => ''))
    throw new Refused(answer.code, reason, answer.retryAfterMs)
  }
}

interface RawList {
  kind?: unknown
  metadata?: { resourceVersion?: unknown; continue?: unknown } | null
}

/**
 * What a list of one kind says of itself; its items are left to be read one by one: all at once they would take many times their
 * room. Where they come last, as of every kind that is built in, nobody goes over them before (of what is kept as custom resources,
 * API servers say the members by name): that the list is whole shows when all are read. Throws Error, Malformed too, for what is no
 * such list, and so does reading its items.
 */
export function pageOf(json: Buffer, kind: string): RawPage {
  const list: RawList = {}
  let items: Iterable<Buffer> | undefined
  takeMembers(json, afterSpace(json, 0), (name, from) => {
    if (name === 'items' && json[from] === OPEN_LIST) {
      items = itemsOf(json, from)
      if (list.kind !== undefined && list.metadata !== undefined) return undefined
    } else if (name === 'items') items = []
    const valueEnd = endOfValue(json, from)
    if (name === 'kind') list.kind = JSON.parse(json.toString('utf8', from, valueEnd))
    else if (name === 'metadata') list.metadata = JSON.parse(json.toString('utf8', from, valueEnd))
    return valueEnd
  })
  if (list.kind !== `${kind}List` || items === undefined) throw new Error(`the answer is no ${kind}List`)
  const { resourceVersion: version, continue: next } = list.metadata ?? {}
  if (typeof version !== 'string' || version === '') throw new Error('the list says no version')
  return { items, version, next: typeof next === 'string' ? next : '' }
}

/** The items of a list, and at their end that it is whole. */
function* itemsOf(json: Buffer, from: number): Iterable<Buffer> {
  const end = yield* elementsOf(json, from)
  takeMembersAfter(json, end, (_, at) => endOfValue(json, at))
}
