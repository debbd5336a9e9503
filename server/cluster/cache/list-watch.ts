import type { Readable } from 'node:stream'
import { inNamespace, type ApiCall } from '../client/api-call.ts'
import { statusOf } from '../client/api-error.ts'
import type { Kind } from '../kind.ts'
import {
  afterSpace,
  elementsOf,
  endOfValue,
  OPEN_LIST,
  forEachMember,
  forEachMemberAfter,
} from './json-scanner.ts'
import { readAll, readBytes, type RawAnswer, type Transport } from '../client/transport.ts'

const MAX_PAGE_BYTES = 128 * 1024 * 1024
const NULL = 'null'
const MAX_STATUS_BYTES = 64 * 1024
const PAGE_SIZE = 500
/** Duration after which the API server ends a watch; randomized, to spread reconnections. */
const MIN_WATCH_SECONDS = 240
const WATCH_SECONDS_SPREAD = 240

/** An error response of the cluster. The reflector chooses its next attempt by the code and Retry-After. */
export class ApiStatusError extends Error {
  readonly code: number
  readonly retryAfterMs: number | undefined

  constructor(code: number, reason: string, retryAfterMs?: number) {
    super(`${code} ${reason}`)
    // An expired version is reported in two ways: by code and by reason (apimachinery IsResourceExpired,
    // IsGone).
    this.code = reason === 'Expired' || reason === 'Gone' ? 410 : code
    this.retryAfterMs = retryAfterMs
  }
}

export interface RawPage {
  /** The JSON of each item. */
  items: Iterable<Buffer>
  /** '' where the list has none. */
  version: string
  next: string
}

/**
 * Source of the state of one kind and scope (client-go: ListerWatcher). Error responses reject with their
 * code and Retry-After; time-outs and lost connections reject with their own errors.
 */
export interface ListWatcher {
  /**
   * Opens a watch that resumes after `version`; without a version, a watch that first sends the whole state
   * (WatchList, KEP-3157).
   */
  watch(version: string | undefined, signal: AbortSignal): Promise<Readable>
  /** Returns one page of the list; '' requests the first. */
  page(after: string, signal: AbortSignal): Promise<RawPage>
}

/** Lists and watches at the API server, over the context's transport. */
export class ListWatch implements ListWatcher {
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
    return (await this.#request('watch', query, signal, 'streams')).body
  }

  async page(after: string, signal: AbortSignal): Promise<RawPage> {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE) })
    if (after !== '') query.set('continue', after)
    this.#narrow(query)
    const { body } = await this.#request('list', query, signal, 'calls')
    return pageOf(await readBytes(body, MAX_PAGE_BYTES), this.#kind.kind)
  }

  #narrow(query: URLSearchParams): void {
    const { followed } = this.#kind
    if (followed !== undefined) query.set('fieldSelector', followed)
  }

  async #request(
    verb: 'watch' | 'list',
    query: URLSearchParams,
    signal: AbortSignal,
    pool: 'calls' | 'streams',
  ): Promise<RawAnswer> {
    const call: ApiCall = { verb, kind: this.#kind, query, ...inNamespace(this.#namespace) }
    const answer = await this.#transport.request(call, signal, pool)
    if (answer.code === 200) return answer
    const { reason } = statusOf(await readAll(answer.body, MAX_STATUS_BYTES).catch(() => ''))
    throw new ApiStatusError(answer.code, reason, answer.retryAfterMs)
  }
}

interface RawList {
  kind?: unknown
  metadata?: { resourceVersion?: unknown; continue?: unknown } | null
}

/**
 * Reads a list's metadata, and leaves its items to be read one by one, since all at once they would take many
 * times their size in memory. API servers write the items of built-in kinds last, so they are not scanned
 * beforehand (members of custom resource lists are sorted by name); a truncated list shows when its items are
 * read. Throws Error or Malformed for any other content; so does reading the items.
 */
export function pageOf(json: Buffer, kind: string): RawPage {
  const list: RawList = {}
  let items: Iterable<Buffer> | undefined
  forEachMember(json, afterSpace(json, 0), (name, from) => {
    if (name === 'items' && json[from] === OPEN_LIST) {
      items = itemsOf(json, from)
      if (list.kind !== undefined && list.metadata !== undefined) return undefined
    } else if (name === 'items' && json.toString('latin1', from, from + NULL.length) === NULL) items = []
    const valueEnd = endOfValue(json, from)
    if (name === 'kind') list.kind = JSON.parse(json.toString('utf8', from, valueEnd))
    else if (name === 'metadata') list.metadata = JSON.parse(json.toString('utf8', from, valueEnd))
    return valueEnd
  })
  if (list.kind !== `${kind}List` || items === undefined) throw new Error(`the response is not a ${kind}List`)
  const { resourceVersion: version, continue: next } = list.metadata ?? {}
  return {
    items,
    version: typeof version === 'string' ? version : '',
    next: typeof next === 'string' ? next : '',
  }
}

/** Yields the items of a list, then checks that the list is complete. */
function* itemsOf(json: Buffer, from: number): Iterable<Buffer> {
  const end = yield* elementsOf(json, from)
  forEachMemberAfter(json, end, (_, offset) => endOfValue(json, offset))
}
