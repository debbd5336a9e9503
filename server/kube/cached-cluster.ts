import type { Readable } from 'node:stream'
import { Slices, type Turns } from '../turns.ts'
import type { ListingOptions, ListQuery, LogQuery, ObjectRef, Selection, ServedCluster } from './cluster.ts'
import { areNameable, decodePlace, encodePlace, listDigest, listKey, type Place } from './continue.ts'
import { Coverage, entriesOf, type CoverageOptions, type Wishes } from './coverage.ts'
import type { Kind } from './kinds.ts'
import { filtered, wholeList, type Found } from './held-list.ts'
import { NowHeld } from './lane.ts'
import type { LiveCluster } from './live-cluster.ts'
import type { LiveReads } from './live-reads.ts'
import type { Pages } from './pages.ts'
import { madeAgain } from './past-list.ts'
import type { Ground } from './ground.ts'
import { scopesOf } from './scopes.ts'
import { Served } from './served.ts'
import type { Shown, ShownList } from './shown.ts'
import { expired, pageAfter, type SnapshotPage, type Snapshots } from './snapshots.ts'
import { listingBytes, piecesOf } from './list-bytes.ts'
import { jsonBytes, type JsonBytes, type Listing, type PageFields, type View } from './view.ts'
import { objectOf, type Entry } from './watch/entry.ts'
import { selectorFor } from './watch/select.ts'
import type { Zstandard } from './watch/zstandard.ts'

/** What requests to one context share. */
export interface Caches extends CoverageOptions {
  pages: Pages<ShownList>
  snapshots: Snapshots
  shown: Shown
  turns: Turns
  zstandard: Zstandard
  /** Reads of whoever waits until the signal fires, joined with no others. */
  reads: (signal: AbortSignal) => LiveReads
}

/**
 * Answers reads from watched state where that is whole, recent and allowed to be shown, and by the API server otherwise;
 * writes always go there.
 */
export class CachedCluster implements ServedCluster {
  readonly context: string
  readonly #live: LiveCluster
  readonly #caches: Caches
  readonly #coverage: Coverage
  readonly #served = new Served()
  readonly #signal: AbortSignal
  readonly #wishes: Wishes

  constructor(live: LiveCluster, caches: Caches, signal: AbortSignal, wishes: Wishes) {
    this.context = live.context
    this.#live = live
    this.#caches = caches
    this.#signal = signal
    this.#wishes = wishes
    this.#coverage = new Coverage(caches, signal, wishes, this.#served)
  }

  /** What the answer to the request says of what it wrote, or of where what it read came from. */
  headers(): Record<string, string> {
    const { written } = this.#live
    return written === undefined ? this.#served.headers() : { 'x-resource-version': written }
  }

  /** The service's own rights are asked for with each read. */
  async stillAllowed(): Promise<boolean> {
    return true
  }

  /** What the answer was made of; undefined where anything came from the API server itself, or from an old state. */
  ground(): Ground | undefined {
    return this.#coverage.ground
  }

  async list<T, V>(kind: Kind<T>, selection: Selection, view: (object: T) => V | undefined): Promise<V[]> {
    const held = await this.#held(kind, selection)
    if (held === undefined)
      return this.#ask(
        (live) => live.list(kind, selection, view),
        () => this.list(kind, selection, view),
      )
    const items: V[] = []
    const slices = new Slices(this.#caches.turns)
    for (const entry of entriesOf(held.parts, held.selector).flat()) {
      const item = view(objectOf(entry))
      if (item !== undefined) items.push(item)
      if (slices.due) await slices.turn()
    }
    return items
  }

  async listing<T, V, F extends string>(
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
  ): Promise<JsonBytes<Listing<F, V>>> {
    const key = listKey(kind, query, options)
    const ask = () =>
      this.#ask(
        (live) => live.listing(kind, query, options),
        () => this.listing(kind, query, options),
      )
    if (query.continue !== undefined) {
      const digest = this.#digest(key)
      const place = decodePlace(query.continue, digest)
      if (place === undefined) return ask()
      return this.#continued(key, digest, kind, query, options, place)
    }
    const held = await this.#held(kind, query)
    if (held === undefined) return ask()
    const { parts, selector } = held
    if (query.limit === undefined && options.filter === undefined)
      return wholeList(this.#caches, key, { kind, found: held }, options)
    const versions = parts.map(({ reflector }) => reflector.store.version ?? '')
    const wanted = await filtered(this.#caches, kind, entriesOf(parts, selector).flat(), options)
    const shown = pageAfter(wanted, undefined, query.limit ?? Infinity)
    // Forgotten in this very moment, or of too many parts: the API server has places of its own.
    if (shown.rest !== undefined && !areNameable(versions)) return ask()
    if (shown.rest !== undefined) this.#caches.snapshots.take({ key, versions }, wanted)
    return this.#page(kind, shown, options, { versions, digest: this.#digest(key) })
  }

  async get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T> {
    const entry = await this.#entry(kind, ref)
    if (entry !== undefined) return objectOf(entry)
    return this.#ask(
      (live) => live.get(kind, ref),
      () => this.get(kind, ref),
    )
  }

  async seen<T>(kind: Kind<T>, { namespace, name }: ObjectRef): Promise<T | undefined> {
    if (this.#wishes.unwatched === true) return undefined
    const wishes = { ...this.#wishes, fresh: false }
    const coverage = new Coverage(this.#caches, this.#signal, wishes, new Served())
    const [part] = (await coverage.parts('get', kind, namespace)) ?? []
    const entry = part?.reflector.store.get(namespace ?? '', name)
    return entry && objectOf(entry)
  }

  async detail<T, V>(kind: Kind<T>, ref: ObjectRef, view: View<T, V>, now: number): Promise<JsonBytes<V>> {
    const entry = await this.#entry(kind, ref)
    if (entry === undefined)
      return this.#ask(
        (live) => live.detail(kind, ref, view, now),
        () => this.detail(kind, ref, view, now),
      )
    const object = objectOf(entry)
    return jsonBytes(JSON.stringify(view.show(object, now)), view.holdsUntil?.(object, now) ?? Infinity)
  }

  async patch(kind: Kind<unknown>, ref: ObjectRef, patch: object): Promise<void> {
    await this.#live.patch(kind, ref, patch)
  }

  async delete(kind: Kind<unknown>, ref: ObjectRef, uid: string, gracePeriodSeconds?: number): Promise<void> {
    await this.#live.delete(kind, ref, uid, gracePeriodSeconds)
  }

  async log(ref: ObjectRef, query: LogQuery): Promise<Readable | undefined> {
    return this.#live.log(ref, query)
  }

  #digest(key: string): string {
    return listDigest(JSON.stringify([this.context, key]))
  }

  /** Asks the API server; what is held by the time its turn comes is read again. */
  async #ask<T>(call: (live: LiveCluster) => Promise<T>, again: () => Promise<T>): Promise<T> {
    try {
      const answer = await call(this.#live)
      this.#served.note('miss')
      return answer
    } catch (error) {
      if (error instanceof NowHeld) return again()
      this.#served.note('miss')
      throw error
    }
  }

  async #held<T>(kind: Kind<T>, selection: Selection): Promise<Found<T> | undefined> {
    const selector = selectorFor(kind, selection)
    const parts = selector && (await this.#coverage.parts('list', kind, selection.namespace))
    if (selector === undefined || parts === undefined) return undefined
    const ground = parts.map((part) => {
      const { store } = part.reflector
      const changed = store.stand(part.namespace, selector)
      this.#coverage.read('list', part, () => store.stand(part.namespace, selector) === changed)
      return { store, changed }
    })
    return { parts, selector, ground }
  }

  /** The entry of one object. What is not held is looked for live: it may have been made a moment ago. */
  async #entry<T>(kind: Kind<T>, { namespace, name }: ObjectRef): Promise<Entry<T> | undefined> {
    const [part] = (await this.#coverage.parts('get', kind, namespace)) ?? []
    if (part === undefined) return undefined
    const { store } = part.reflector
    const entry = store.get(namespace ?? '', name)
    if (entry !== undefined)
      this.#coverage.read('get', part, () => store.get(namespace ?? '', name) === entry)
    return entry
  }

  async #page<T, V, F extends string>(
    kind: Kind<T>,
    { page, rest }: SnapshotPage<T>,
    { field, view, now }: ListingOptions<T, V, F>,
    { versions, digest }: { versions: readonly string[]; digest: string },
  ): Promise<JsonBytes<Listing<F, V>>> {
    const { items, until } = await this.#caches.shown.items(page, { view, now, plural: kind.plural })
    if (rest === undefined) return listingBytes(field, piecesOf(items, until), {})
    const { after, remaining } = rest
    const fields: PageFields = { continue: encodePlace({ versions, after }, digest), remaining }
    // A page with a place to go on from is one caller's: the next one begins with what there is then.
    return listingBytes(field, piecesOf(items, now), fields)
  }

  async #continued<T, V, F extends string>(
    key: string,
    digest: string,
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
    { versions, after }: Place,
  ): Promise<JsonBytes<Listing<F, V>>> {
    const { snapshots, grants } = this.#caches
    if (await this.#coverage.mayShow('list', kind, query.namespace)) {
      const held = snapshots.get<T>({ key, versions })
      this.#served.note(held === undefined ? 'miss' : 'hit')
      const past = { kind, selection: query, scopes: scopesOf(kind, query.namespace, grants), versions }
      const entries =
        held ??
        (await madeAgain(this.#caches, { key, past }, this.#signal, (all) =>
          filtered(this.#caches, kind, all, options),
        ))
      const shown = pageAfter(entries, after, query.limit ?? Infinity)
      return this.#page(kind, shown, options, { versions, digest })
    }
    const { continue: _, ...first } = query
    // The live call says who may not do what.
    await this.#ask(
      (live) => live.listing(kind, { ...first, limit: 1 }, options),
      () => this.listing(kind, query, options),
    )
    throw expired()
  }
}
