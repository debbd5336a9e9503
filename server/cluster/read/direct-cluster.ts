import type { Readable } from 'node:stream'
import { ClusterError, ContinueExpiredError, InvalidRequestError, NotFoundError } from '../../core/errors.ts'
import { isWrittenVersion } from '../../core/formats/resource-version.ts'
import { qualifiedResource, inNamespace, type ApiCall } from '../client/api-call.ts'
import type {
  Cluster,
  DeleteOptions,
  ListingOptions,
  ListQuery,
  LogQuery,
  ObjectRef,
  PatchOptions,
  Selection,
} from './cluster.ts'
import { decodeContinue, encodeContinue, listDigest, listKey } from './pagination/continue-token.ts'
import type { Kind } from '../kind.ts'
import { requireObject } from '../malformed-object.ts'
import { chunkOf, ownedBy, type Chunk, type RawList } from './direct-list.ts'
import type { DeduplicatedReads } from './deduplicated-reads.ts'
import { projectionOf, type View } from './memoized-view.ts'
import { listPages } from '../client/list-pages.ts'
import { canExist } from '../client/path.ts'
import { openLogStream } from '../client/log-stream.ts'
import type { EventRecorder } from '../write/event-recorder.ts'
import { namespacesByName, scopesOf } from '../access/scopes.ts'
import { listNamespacesByName } from './namespaces-by-name.ts'
import type { Transport } from '../client/transport.ts'
import { listingBytes, chunksOf } from './list-serializer.ts'
import { type Listing, type PageFields, type Projection } from './projection.ts'
import { audited, type WriteAttempt, type WriteAuthor, type WriteEvent } from '../write/write-audit.ts'
import { writtenObject, type WriteTracker, type WrittenObject } from '../write/write-tracker.ts'
import { SerializedBody } from '../../core/serialized-body.ts'

const PAGE_SIZE = 500
/** Restarts of a list that expires while it is paged; more than this means that the cluster is in trouble. */
const MAX_RESTARTS = 3

interface Page<V> extends PageFields {
  items: V[]
}

/** Dependencies of writes. */
interface Changing {
  writes: WriteTracker
  events: EventRecorder
  author: WriteAuthor
}

/** Requests only a result's metadata; the watch has the rest (meta.k8s.io/v1 PartialObjectMetadata). */
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'

/** Throws NotFoundError for a name that no object can have, such as one that another object refers to. */
function requirePossible(kind: Kind<unknown>, { name, namespace }: ObjectRef): void {
  const names = { name, ...inNamespace(namespace) }
  if (!canExist({ kind, ...names })) throw new NotFoundError({ kind: kind.kind.toLowerCase(), ...names })
}

/** Serves every read and write from the API server. */
export class DirectCluster implements Cluster {
  readonly context: string
  readonly #reads: DeduplicatedReads
  readonly #transport: Transport
  readonly #signal: AbortSignal
  readonly #changing: Changing
  #written: string | undefined

  constructor(reads: DeduplicatedReads, changing: Changing, signal: AbortSignal) {
    this.context = reads.transport.context.name
    this.#reads = reads
    this.#transport = reads.transport
    this.#signal = signal
    this.#changing = changing
  }

  /** The resourceVersion of this request's last write, as `deployments:123`; undefined without one. */
  get written(): string | undefined {
    return this.#written
  }

  async list<T, V>(kind: Kind<T>, selection: Selection, view: View<T, V>): Promise<V[]> {
    const project = projectionOf(view)
    const items: V[] = []
    if (!canExist({ kind, ...inNamespace(selection.namespace) })) return items
    for (const namespace of scopesOf(kind, selection.namespace, this.#transport.context.grants))
      for (const item of await this.#everything(kind, selection, namespace, project)) items.push(item)
    return items
  }

  async listing<T, V, F extends string>(
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
  ): Promise<SerializedBody<Listing<F, V>>> {
    const key = listKey(kind, query, options)
    const sharedKey = JSON.stringify([key, query.controlledBy, query.limit, query.continue])
    const make = async (reads: DeduplicatedReads) => {
      const live = new DirectCluster(reads, this.#changing, this.#signal)
      return { view: options.view, list: await live.#listing(key, kind, query, options) }
    }
    const { view, list } = await this.#reads.compute(
      { kind, ...inNamespace(query.namespace) },
      sharedKey,
      make,
    )
    return view === options.view ? list : (await make(this.#reads)).list
  }

  async get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T> {
    requirePossible(kind, ref)
    const object = await this.#reads.json({ verb: 'get', kind, ...ref })
    requireObject(kind.kind, ref.name, object)
    return object as T
  }

  async lastKnown(): Promise<undefined> {
    return undefined
  }

  async detail<T, V>(
    kind: Kind<T>,
    ref: ObjectRef,
    view: Projection<T, V>,
    now: number,
  ): Promise<SerializedBody<V>> {
    return SerializedBody.fromJson(JSON.stringify(view.project(await this.get(kind, ref), now)), now)
  }

  async patch(
    kind: Kind<unknown>,
    ref: ObjectRef,
    patch: object,
    { subresource, event, auditVerb = 'patch' }: PatchOptions,
  ): Promise<void> {
    const query = new URLSearchParams({ fieldManager: 'cluster-inspector' })
    const contentType = 'application/strategic-merge-patch+json'
    const { metadata: { resourceVersion: before } = {} } = patch as WrittenObject
    const call: ApiCall = {
      verb: 'patch',
      kind,
      ...ref,
      ...(subresource === undefined ? {} : { subresource }),
      query,
      body: patch,
      contentType,
      accept: METADATA,
    }
    const patched = await this.#audited(call, { verb: auditVerb, before })
    const { resourceVersion, uid } = writtenObject(patched).metadata ?? {}
    this.#wrote(kind, resourceVersion)
    if (uid !== undefined) this.#recordEvent(event, kind, ref, { uid, resourceVersion })
  }

  async delete(
    kind: Kind<unknown>,
    ref: ObjectRef,
    { uid, gracePeriodSeconds, event, auditVerb = 'delete' }: DeleteOptions,
  ): Promise<void> {
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid },
      ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    }
    const call: ApiCall = { verb: 'delete', kind, ...ref, body }
    const answer = writtenObject(await this.#audited(call, { verb: auditVerb, before: undefined }))
    const { resourceVersion, deletionGracePeriodSeconds, finalizers } = answer.metadata ?? {}
    this.#wrote(kind, resourceVersion)
    const lingers = (deletionGracePeriodSeconds ?? 0) > 0 || (finalizers ?? []).length > 0
    this.#recordEvent(event, kind, ref, { uid, resourceVersion })
    if (!lingers) this.#changing.writes.deleted(kind, { namespace: ref.namespace ?? '', name: ref.name, uid })
  }

  async log(kind: Kind<unknown>, ref: ObjectRef, query: LogQuery): Promise<Readable | undefined> {
    requirePossible(kind, ref)
    const parameters = new URLSearchParams({ container: query.container, tailLines: String(query.tail) })
    if (query.follow) parameters.set('follow', 'true')
    if (query.previous) parameters.set('previous', 'true')
    if (query.timestamps) parameters.set('timestamps', 'true')
    if (query.sinceSeconds !== undefined) parameters.set('sinceSeconds', String(query.sinceSeconds))
    const call: ApiCall = { verb: 'get', kind, subresource: 'log', ...ref, query: parameters }
    return this.#reads.retrying(this.#signal, () => openLogStream(this.#transport, call, this.#signal))
  }

  async #listing<T, V, F extends string>(
    key: string,
    kind: Kind<T>,
    query: ListQuery,
    { field, view, now, filter }: ListingOptions<T, V, F>,
  ): Promise<SerializedBody<Listing<F, V>>> {
    const render = (object: T): string | undefined => {
      const projected = view.project(object, now)
      return filter === undefined || filter.keeps(projected) ? JSON.stringify(projected) : undefined
    }
    const { limit } = query
    if (limit === undefined)
      return listingBytes(field, chunksOf(await this.list(kind, query, render), now), {})
    const { items, remaining, ...rest } = await this.#page(kind, { ...query, limit }, listDigest(key), render)
    // The API server's remainingItemCount includes the items a filter leaves out, so it is omitted then.
    const counted = remaining === undefined || filter !== undefined ? {} : { remaining }
    return listingBytes(field, chunksOf(items, now), { ...rest, ...counted })
  }

  /** Sends a write, with an audit record before it and one with its outcome. */
  async #audited(call: ApiCall, { verb, before }: Pick<WriteAttempt, 'verb' | 'before'>): Promise<unknown> {
    const { name = '', namespace } = call
    const attempt = {
      context: this.context,
      verb,
      resource: qualifiedResource(call),
      ...inNamespace(namespace),
      name,
      before,
    }
    return audited(
      this.#changing.author.audit,
      attempt,
      async () => this.#transport.json(call, this.#signal),
      (made) => writtenObject(made).metadata?.resourceVersion,
    )
  }

  /** Records who changed the object as an Event of it. */
  #recordEvent(
    event: WriteEvent | null,
    kind: Kind<unknown>,
    { namespace, name }: ObjectRef,
    version: { uid: string; resourceVersion: string | undefined },
  ): void {
    const { events, author } = this.#changing
    if (event !== null) events.record(author.caller, { kind, namespace, name, ...version }, event)
  }

  #wrote(kind: Kind<unknown>, version: string | undefined): void {
    this.#changing.writes.changed(kind, version)
    if (version !== undefined && isWrittenVersion(version)) this.#written = `${kind.plural}:${version}`
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
      throw new InvalidRequestError([
        { in: 'query', name: 'continue', message: 'was not issued by this service' },
      ])
    const chunk = await this.#chunk(kind, query, parts[start.part], query.limit, start.after, view)
    const last = start.part >= parts.length - 1
    if (chunk.next === '' && last) return { items: chunk.items }
    const position =
      chunk.next === '' ? { after: '', part: start.part + 1 } : { after: chunk.next, part: start.part }
    const remaining = last && chunk.remaining !== undefined ? { remaining: chunk.remaining } : {}
    return { items: chunk.items, continue: encodeContinue(position, digest), ...remaining }
  }

  /** Lists one scope page by page; an expired continue token restarts the scope, never a part of it. */
  async #everything<T, V>(
    kind: Kind<T>,
    query: Selection,
    namespace: string | undefined,
    view: (object: T) => V | undefined,
  ): Promise<V[]> {
    for (let restart = 0; ; restart++) {
      const items: V[] = []
      const chunks = listPages((after) => this.#chunk(kind, query, namespace, PAGE_SIZE, after, view))
      try {
        for await (const chunk of chunks) for (const item of chunk.items) items.push(item)
        return items
      } catch (error) {
        if (!(error instanceof ContinueExpiredError)) throw error
        const details = 'the API server answered 410 repeatedly'
        if (restart >= MAX_RESTARTS)
          throw new ClusterError('the list kept expiring while it was read', details, { cause: error })
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
    return chunkOf(await this.#rawList<T>(kind, query, namespace, limit, after), {
      kind: kind.kind,
      view: ownedBy(query.controlledBy, view),
      quarantined: () => this.#reads.quarantined(kind),
    })
  }

  async #rawList<T>(
    kind: Kind<T>,
    { labelSelector = '', fieldSelector = '' }: Selection,
    namespace: string | undefined,
    limit: number,
    after: string,
  ): Promise<RawList<T>> {
    const names = namespacesByName(kind, this.#transport.context.grants)
    if (names !== undefined)
      return listNamespacesByName(names, { labelSelector, limit, after }, async (name) =>
        this.#reads.json({ verb: 'get', kind, name }),
      )
    const parameters = new URLSearchParams({ limit: String(limit) })
    for (const [name, value] of Object.entries({ continue: after, labelSelector, fieldSelector }))
      if (value !== '') parameters.set(name, value)
    const call: ApiCall = { verb: 'list', kind, query: parameters, ...inNamespace(namespace) }
    return (await this.#reads.json(call)) as RawList<T>
  }
}
