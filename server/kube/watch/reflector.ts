import { Slices, type Turns } from '../../turns.ts'
import type { Reachability } from '../reachability.ts'
import { pause, type Time } from '../time.ts'
import type { View } from '../view.ts'
import { Projection } from './entry.ts'
import { ObjectReader, type ReadObject } from './event.ts'
import { LineSplitter } from './lines.ts'
import type { ReflectorObserver } from './observer.ts'
import { Packing } from './packing.ts'
import { Mistrusted, OlderList, Recovery } from './recovery.ts'
import { Sharing } from './sharing.ts'
import { Refused, type RawPage, type WatchSource } from './source.ts'
import { type ReflectorState, Standing } from './standing.ts'
import type { Listed, Store } from './store.ts'
import { Watchdog } from './watchdog.ts'
import type { Zstandard } from './zstandard.ts'

export interface ReflectorOptions<T> {
  reachability: Reachability
  time: Time
  turns: Turns
  zstandard: Zstandard
  observer: ReflectorObserver
  /** How an object of this kind is shown in lists. */
  view: View<T, unknown> | undefined
}

/** How long the header of an answer may take, as for every call. */
const HEADER_MS = 10_000
/** The API server sends a bookmark a minute (watch cache); half as much again without a byte is a dead connection. */
const SILENCE_MS = 90_000
/** A first list from which nothing came for this long is not waited for. */
const GETS_ON_MS = 2000
/** Above the largest object etcd takes, with room for what JSON adds. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/**
 * Keeps a store at the state of one kind in one scope, for ever: a watch that first tells all there is where the API
 * server can (WatchList, KEP-3157), else a list page by page and a watch from there; bookmarks; goes on at the last version
 * after every failure; a lost position (410) is a new list, put in place of the old one at once. What it does after a
 * failure stands in Recovery.
 */
export class Reflector<T> {
  readonly store: Store<T>
  readonly #source: WatchSource
  readonly #time: Time
  readonly #turns: Turns
  readonly #observer: ReflectorObserver
  readonly #recovery: Recovery
  readonly #reader: ObjectReader
  readonly #projection: Projection<T>
  readonly #standing: Standing
  readonly #stopped = new AbortController()
  #usedAt: number
  #gotOnAt = -Infinity
  #following: AbortController | undefined

  constructor(store: Store<T>, source: WatchSource, options: ReflectorOptions<T>) {
    const { reachability, time, turns, zstandard, observer, view } = options
    this.store = store
    this.#source = source
    this.#time = time
    this.#usedAt = time.now()
    this.#turns = turns
    this.#observer = observer
    this.#standing = new Standing(time, () => observer.live())
    this.#recovery = new Recovery(time, reachability)
    this.#reader = new ObjectReader(store.kind, view?.reads)
    this.#projection = new Projection<T>({
      sharing: new Sharing(),
      packing: new Packing(zstandard),
      view,
      quarantined: () => observer.quarantined(),
    })
  }

  get state(): ReflectorState {
    return this.#standing.state
  }

  /** Milliseconds since the API server last gave a sign that what is held is all there is. */
  get ageMs(): number {
    return this.#standing.ageMs
  }

  /** Whether it is being filled for the first time, and gets on: it began, or an object came, a moment ago. */
  get filling(): boolean {
    return this.state === 'syncing' && this.#time.now() - this.#gotOnAt < GETS_ON_MS
  }

  /** When something of it was last read, or it was made. */
  get usedAt(): number {
    return this.#usedAt
  }

  /** Something of it is read. */
  use(): void {
    this.#usedAt = this.#time.now()
  }

  start(): void {
    if (this.state !== 'idle') return
    this.#standing.become('syncing')
    this.#gotOnAt = this.#time.now()
    void this.#run()
  }

  stop(): void {
    this.#standing.become('stopped')
    this.#stopped.abort()
    this.store.clear()
  }

  /** Ends the watch that runs, and lists anew: what is held stays until the list is whole, then it gives way at once. */
  relist(): void {
    this.#recovery.mistrust()
    this.#following?.abort(new Mistrusted('what is held differs from what there is'))
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const startedAt = this.#time.now()
      const failure = await this.#attempt().then(
        () => undefined,
        (error: unknown) => error ?? new Error('unknown failure'),
      )
      if (signal.aborted) return
      const next = await this.#recovery.after(failure, { version: this.store.version, startedAt })
      if (signal.aborted) return
      this.#gotOnAt = -Infinity
      this.#observer.ended(next.reason)
      if (next.forget) this.store.clear()
      if (next.forbidden) this.#standing.become('forbidden')
      else if (failure !== undefined || next.waitMs > 0)
        this.#standing.become(this.store.version === undefined ? 'syncing' : 'degraded')
      await Promise.race([next.resume, pause(this.#time, next.waitMs, signal)])
    }
  }

  /** From the last version, or from nothing, to the end of one watch. */
  async #attempt(): Promise<void> {
    const again = this.#recovery.listAgain || this.store.version === undefined
    if (!again) return this.#follow(this.store.version, undefined)
    if (this.#recovery.streams) return this.#follow(undefined, this.store.list())
    const version = await this.#pages()
    return this.#follow(version, undefined)
  }

  async #pages(): Promise<string> {
    const listed = this.store.list()
    const slices = new Slices(this.#turns)
    let page: RawPage | undefined
    do {
      page = await this.#source.page(page?.next ?? '', this.#stopped.signal)
      for (const item of page.items) {
        this.#collect(this.#reader.item(item), listed)
        if (slices.due) await slices.turn(this.#stopped.signal)
      }
    } while (page.next !== '')
    this.#replace(listed, page.version, 'pages')
    return page.version
  }

  async #follow(version: string | undefined, beginning: Listed<T> | undefined): Promise<void> {
    const ended = new AbortController()
    this.#following = ended
    const watchdog = new Watchdog(this.#time, (reason) => ended.abort(reason))
    const signal = AbortSignal.any([this.#stopped.signal, ended.signal])
    try {
      watchdog.expect(HEADER_MS)
      const body = await this.#source.watch(version, signal)
      let collecting = beginning
      if (collecting === undefined) this.#standing.resumed()
      else this.#recovery.begun()
      const lines = new LineSplitter(MAX_LINE_BYTES)
      const slices = new Slices(this.#turns)
      watchdog.expect(SILENCE_MS)
      for await (const chunk of body as AsyncIterable<Buffer>) {
        watchdog.expect(SILENCE_MS)
        this.#standing.came()
        // To bring a change here took the event loop as long as to take it in will: who came meanwhile goes between.
        if (collecting === undefined) await slices.turn(signal)
        else slices.goOn()
        for (const line of lines.push(chunk)) {
          if (slices.due) await slices.turn(signal)
          collecting = this.#take(line, collecting)
        }
        this.#standing.taken()
      }
      if (collecting !== undefined) throw new Error('the watch ended before it had told all')
    } catch (error) {
      // The reason of the signal says more than the connection that broke of it.
      throw ended.signal.aborted ? ended.signal.reason : error
    } finally {
      watchdog.stop()
      this.#standing.ended()
      ended.abort()
      this.#following = undefined
    }
  }

  /** Takes one event; answers what is still being collected. */
  #take(line: Buffer, collecting: Listed<T> | undefined): Listed<T> | undefined {
    const event = this.#reader.event(line)
    if (event.type === 'error')
      throw new Refused(
        event.code,
        event.reason,
        event.retryAfterSeconds === undefined ? undefined : event.retryAfterSeconds * 1000,
      )
    if (event.type === 'change') {
      if (collecting === undefined) this.#change(event.object, event.deleted)
      else this.#collect(event.object, collecting, event.deleted)
      return collecting
    }
    if (collecting === undefined) this.store.advance(event.version)
    else if (event.initialEventsEnd) this.#replace(collecting, event.version, 'stream')
    else return collecting
    // What comes is told in its order: all before a bookmark has come.
    this.#standing.proven()
    return undefined
  }

  #collect(object: ReadObject | undefined, collecting: Listed<T>, deleted = false): void {
    this.#gotOnAt = this.#time.now()
    const entry = this.#projection.entry(object)
    if (entry === undefined || object === undefined) return
    // Whoever asks for a list first finds it made.
    collecting.apply(deleted ? entry : this.#projection.shown(entry, object), deleted)
  }

  #change(object: ReadObject | undefined, deleted: boolean): void {
    const entry = this.#projection.entry(object)
    if (entry === undefined || object === undefined) return
    // What nobody has asked for since it was made is made again when somebody does.
    const wanted = !deleted && this.store.get(entry.namespace, entry.name)?.asked === true
    this.store.apply(wanted ? this.#projection.shown(entry, object) : entry, deleted)
  }

  #replace(listed: Listed<T>, version: string, mode: 'stream' | 'pages'): void {
    if (!this.store.replace(listed, version)) throw new OlderList()
    this.#recovery.listed()
    this.#observer.synced(mode)
  }
}
