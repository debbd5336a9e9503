import type { Readable } from 'node:stream'
import { ClusterFailure, Expired, InvalidRequest } from '../errors.ts'
import type { Call } from './call.ts'
import type { Cluster, ListQuery, LogQuery, ObjectRef, Page } from './cluster.ts'
import { decodeContinue, encodeContinue, listDigest } from './continue.ts'
import { type Kind, pods } from './kinds.ts'
import { openLogStream } from './log-stream.ts'
import type { Transport } from './transport.ts'

const PAGE_SIZE = 500
/** A list that expires this often while it is paged belongs to a cluster in trouble. */
const MAX_RESTARTS = 3

interface Chunk<V> {
  items: V[]
  next: string
  remaining?: number
}

/** Answers every question by asking the API server. */
export class LiveCluster implements Cluster {
  readonly context: string
  readonly #transport: Transport
  readonly #signal: AbortSignal

  constructor(transport: Transport, signal: AbortSignal) {
    this.context = transport.context.name
    this.#transport = transport
    this.#signal = signal
  }

  async list<T, V>(kind: Kind<T>, query: ListQuery, view: (object: T) => V | undefined): Promise<Page<V>> {
    const parts = this.#parts(kind, query)
    if (query.limit !== undefined) return this.#page(kind, { ...query, limit: query.limit }, parts, view)
    const items: V[] = []
    for (const namespace of parts)
      for (const item of await this.#everything(kind, query, namespace, view)) items.push(item)
    return { items }
  }

  async get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T> {
    return (await this.#transport.json({ verb: 'get', kind, ...ref }, this.#signal)) as T
  }

  async patch<T>(kind: Kind<T>, ref: ObjectRef, patch: object): Promise<T> {
    const query = new URLSearchParams({ fieldManager: 'cluster-inspector' })
    const contentType = 'application/strategic-merge-patch+json'
    return (await this.#transport.json(
      { verb: 'patch', kind, ...ref, query, body: patch, contentType },
      this.#signal,
    )) as T
  }

  async delete(kind: Kind<unknown>, ref: ObjectRef, uid: string, gracePeriodSeconds?: number): Promise<void> {
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid },
      ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    }
    await this.#transport.json({ verb: 'delete', kind, ...ref, body }, this.#signal)
  }

  async log(ref: ObjectRef, query: LogQuery): Promise<Readable | undefined> {
    const parameters = new URLSearchParams({ container: query.container, tailLines: String(query.tail) })
    if (query.follow) parameters.set('follow', 'true')
    if (query.previous) parameters.set('previous', 'true')
    if (query.timestamps) parameters.set('timestamps', 'true')
    if (query.sinceSeconds !== undefined) parameters.set('sinceSeconds', String(query.sinceSeconds))
    const call: Call = { verb: 'get', kind: pods, subresource: 'log', ...ref, query: parameters }
    return openLogStream(this.#transport, call, this.#signal)
  }

  /** The scopes a list spans: one namespace, all at once, or each of those granted, in the API server's order. */
  #parts(kind: Kind<unknown>, query: ListQuery): readonly (string | undefined)[] {
    if (!kind.namespaced || query.namespace !== undefined) return [query.namespace]
    const granted = this.#transport.context.grants.namespaces
    return granted.length === 0 ? [undefined] : granted.toSorted((a, b) => (`${a}/` < `${b}/` ? -1 : 1))
  }

  async #page<T, V>(
    kind: Kind<T>,
    query: ListQuery & { limit: number },
    parts: readonly (string | undefined)[],
    view: (object: T) => V | undefined,
  ): Promise<Page<V>> {
    const digest = listDigest([
      kind.plural,
      query.namespace,
      query.labelSelector,
      query.fieldSelector,
      parts.join(),
    ])
    const start =
      query.continue === undefined ? { after: '', part: 0 } : decodeContinue(query.continue, digest)
    if (start.part >= parts.length)
      throw new InvalidRequest([{ in: 'query', name: 'continue', message: 'is none that this service gave' }])
    const chunk = await this.#chunk(kind, query, parts[start.part], query.limit, start.after, view)
    const last = start.part >= parts.length - 1
    if (chunk.next === '' && last) return { items: chunk.items }
    const position =
      chunk.next === '' ? { after: '', part: start.part + 1 } : { after: chunk.next, part: start.part }
    const remaining = last && chunk.remaining !== undefined ? { remaining: chunk.remaining } : {}
    return { items: chunk.items, continue: encodeContinue(position, digest), ...remaining }
  }

  /** All of one scope, page by page; a page that expired meanwhile starts the scope again, never a part of it. */
  async #everything<T, V>(
    kind: Kind<T>,
    query: ListQuery,
    namespace: string | undefined,
    view: (object: T) => V | undefined,
  ): Promise<V[]> {
    for (let restart = 0; ; restart++) {
      const items: V[] = []
      let after = ''
      try {
        do {
          const chunk = await this.#chunk(kind, query, namespace, PAGE_SIZE, after, view)
          for (const item of chunk.items) items.push(item)
          after = chunk.next
        } while (after !== '')
        return items
      } catch (error) {
        if (!(error instanceof Expired)) throw error
        if (restart >= MAX_RESTARTS)
          throw new ClusterFailure(
            'the list kept expiring while it was read',
            'the API server answered 410 again and again',
            {
              cause: error,
            },
          )
      }
    }
  }

  async #chunk<T, V>(
    kind: Kind<T>,
    query: ListQuery,
    namespace: string | undefined,
    limit: number,
    after: string,
    view: (object: T) => V | undefined,
  ): Promise<Chunk<V>> {
    const parameters = new URLSearchParams({ limit: String(limit) })
    if (after !== '') parameters.set('continue', after)
    if (query.labelSelector !== undefined) parameters.set('labelSelector', query.labelSelector)
    if (query.fieldSelector !== undefined) parameters.set('fieldSelector', query.fieldSelector)
    const call: Call = {
      verb: 'list',
      kind,
      query: parameters,
      ...(namespace === undefined ? {} : { namespace }),
    }
    return chunkOf((await this.#transport.json(call, this.#signal)) as RawList<T>, view)
  }
}

interface RawList<T> {
  metadata?: { continue?: string; remainingItemCount?: number }
  items?: T[] | null
}

function chunkOf<T, V>(list: RawList<T>, view: (object: T) => V | undefined): Chunk<V> {
  if (typeof list !== 'object' || list === null || (list.items !== null && !Array.isArray(list.items)))
    throw new ClusterFailure('the cluster answered something else than a list', 'no items in the answer')
  const items: V[] = []
  for (const object of list.items ?? []) {
    const seen = view(object)
    if (seen !== undefined) items.push(seen)
  }
  const remaining = list.metadata?.remainingItemCount
  return { items, next: list.metadata?.continue ?? '', ...(remaining === undefined ? {} : { remaining }) }
}
