import type { Readable } from 'node:stream'
import { ClusterFailure, Expired, InvalidRequest } from '../errors.ts'
import { qualifiedResource, within, type Call } from './call.ts'
import type { Cluster, ListingOptions, ListQuery, LogQuery, ObjectRef, Selection } from './cluster.ts'
import { decodeContinue, encodeContinue, listDigest, listKey } from './continue.ts'
import { type Kind, pods } from './kinds.ts'
import { chunkOf, ownedBy, type Chunk, type RawList } from './live-list.ts'
import type { LiveReads } from './live-reads.ts'
import { openLogStream } from './log-stream.ts'
import type { RestartEvents } from './restart-events.ts'
import { scopesOf } from './scopes.ts'
import type { Transport } from './transport.ts'
import { listingBytes, piecesOf } from './list-bytes.ts'
import { jsonBytes, type JsonBytes, type Listing, type PageFields, type View } from './view.ts'
import type { Author } from './witness.ts'
import { writtenObject, type Writes, type WrittenObject } from './writes.ts'

const PAGE_SIZE = 500
/** A list that expires this often while it is paged belongs to a cluster in trouble. */
const MAX_RESTARTS = 3

interface Page<V> extends PageFields {
  items: V[]
}

/** What changes are made with. */
interface Changing {
  writes: Writes
  events: RestartEvents
  author: Author
}

/** Of what was changed only its metadata is asked for: the rest comes by the watch. Source: meta.k8s.io/v1 PartialObjectMetadata. */
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'

/** Answers every question by asking the API server. */
export class LiveCluster implements Cluster {
  readonly context: string
  readonly #reads: LiveReads
  readonly #transport: Transport
  readonly #signal: AbortSignal
  readonly #changing: Changing
  #written: string | undefined

  constructor(reads: LiveReads, changing: Changing, signal: AbortSignal) {
    this.context = reads.transport.context.name
    this.#reads = reads
    this.#transport = reads.transport
    this.#signal = signal
    this.#changing = changing
  }

  /** What was last written for this request, as `deployments:123`; undefined where nothing was. */
  get written(): string | undefined {
    return this.#written
  }

  async list<T, V>(kind: Kind<T>, selection: Selection, view: (object: T) => V | undefined): Promise<V[]> {
    const items: V[] = []
    for (const namespace of scopesOf(kind, selection.namespace, this.#transport.context.grants))
      for (const item of await this.#everything(kind, selection, namespace, view)) items.push(item)
    return items
  }

  async listing<T, V, F extends string>(
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
  ): Promise<JsonBytes<Listing<F, V>>> {
    const key = listKey(kind, query, options)
    const wanted = JSON.stringify([key, query.controlledBy, query.limit, query.continue])
    const made = async (reads: LiveReads) => {
      const live = new LiveCluster(reads, this.#changing, this.#signal)
      return { view: options.view, list: await live.#listing(key, kind, query, options) }
    }
    const { view, list } = await this.#reads.made({ kind, ...within(query.namespace) }, wanted, made)
    return view === options.view ? list : (await made(this.#reads)).list
  }

  async get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T> {
    return (await this.#reads.json({ verb: 'get', kind, ...ref })) as T
  }

  async seen(): Promise<undefined> {
    return undefined
  }

  async detail<T, V>(kind: Kind<T>, ref: ObjectRef, view: View<T, V>, now: number): Promise<JsonBytes<V>> {
    return jsonBytes(JSON.stringify(view.show(await this.get(kind, ref), now)), now)
  }

  async patch(kind: Kind<unknown>, ref: ObjectRef, patch: object): Promise<void> {
    const query = new URLSearchParams({ fieldManager: 'cluster-inspector' })
    const contentType = 'application/strategic-merge-patch+json'
    const { metadata: { resourceVersion: before } = {} } = patch as WrittenObject
    const call: Call = { verb: 'patch', kind, ...ref, query, body: patch, contentType, accept: METADATA }
    const patched = await this.#witnessed(call, before, () => this.#transport.json(call, this.#signal))
    const { resourceVersion, uid } = writtenObject(patched).metadata ?? {}
    this.#wrote(kind, resourceVersion)
    if (uid !== undefined) this.#say(kind, ref, uid, resourceVersion)
  }

  async delete(kind: Kind<unknown>, ref: ObjectRef, uid: string, gracePeriodSeconds?: number): Promise<void> {
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid },
      ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    }
    const call: Call = { verb: 'delete', kind, ...ref, body }
    const answer = writtenObject(
      await this.#witnessed(call, undefined, () => this.#transport.json(call, this.#signal)),
    )
    const { resourceVersion, deletionGracePeriodSeconds, finalizers } = answer.metadata ?? {}
    this.#wrote(kind, resourceVersion)
    const lingers = (deletionGracePeriodSeconds ?? 0) > 0 || (finalizers ?? []).length > 0
    this.#say(kind, ref, uid, resourceVersion)
    if (!lingers) this.#changing.writes.deleted(kind, { namespace: ref.namespace ?? '', name: ref.name, uid })
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

  async #listing<T, V, F extends string>(
    key: string,
    kind: Kind<T>,
    query: ListQuery,
    { field, view, now, filter }: ListingOptions<T, V, F>,
  ): Promise<JsonBytes<Listing<F, V>>> {
    const shown = (object: T): string | undefined => {
      const made = view.show(object, now)
      return filter === undefined || filter.keeps(made) ? JSON.stringify(made) : undefined
    }
    const { limit } = query
    if (limit === undefined)
      return listingBytes(field, piecesOf(await this.list(kind, query, shown), now), {})
    const { items, remaining, ...rest } = await this.#page(kind, { ...query, limit }, listDigest(key), shown)
    // What a filter leaves out is in the number the API server gives.
    const known = remaining === undefined || filter !== undefined ? {} : { remaining }
    return listingBytes(field, piecesOf(items, now), { ...rest, ...known })
  }

  /** A change, noted before it is asked for and when it is known what became of it. */
  async #witnessed(
    { verb, kind, name = '', namespace }: Call,
    before: string | undefined,
    make: () => Promise<unknown>,
  ): Promise<unknown> {
    const done = await this.#changing.author.witness({
      context: this.context,
      verb: verb === 'delete' ? verb : 'patch',
      resource: qualifiedResource({ kind }),
      ...within(namespace),
      name,
      before,
    })
    try {
      const made = await make()
      await done({ after: writtenObject(made).metadata?.resourceVersion })
      return made
    } catch (failure) {
      await done({ failure })
      throw failure
    }
  }

  /** Has the object's events say who restarted it: that is all that is ever changed through here. */
  #say(kind: Kind<unknown>, { namespace, name }: ObjectRef, uid: string, resourceVersion?: string): void {
    const { events, author } = this.#changing
    if (namespace !== undefined)
      events.say(author.who, { kind, namespace, name, uid, resourceVersion }, Date.now())
  }

  #wrote(kind: Kind<unknown>, version: string | undefined): void {
    this.#changing.writes.changed(kind, version)
    if (version !== undefined) this.#written = `${kind.plural}:${version}`
  }

  async #page<T, V>(
    kind: Kind<T>,
    query: ListQuery & { limit: number },
    digest: string,
    view: (object: T) => V | undefined,
  ): Promise<Page<V>> {
    const parts = scopesOf(kind, query.namespace, this.#transport.context.grants)
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
    query: Selection,
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
        const details = 'the API server answered 410 again and again'
        if (restart >= MAX_RESTARTS)
          throw new ClusterFailure('the list kept expiring while it was read', details, { cause: error })
      }
    }
  }

  async #chunk<T, V>(
    kind: Kind<T>,
    query: Selection,
    namespace: string | undefined,
    limit: number,
    after: string,
    view: (object: T) => V | undefined,
  ): Promise<Chunk<V>> {
    const { labelSelector = '', fieldSelector = '' } = query
    const parameters = new URLSearchParams({ limit: String(limit) })
    for (const [name, value] of Object.entries({ continue: after, labelSelector, fieldSelector }))
      if (value !== '') parameters.set(name, value)
    const call: Call = { verb: 'list', kind, query: parameters, ...within(namespace) }
    return chunkOf((await this.#reads.json(call)) as RawList<T>, ownedBy(query.controlledBy, view))
  }
}
