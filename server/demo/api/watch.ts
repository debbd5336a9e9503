import type { Clock } from '../clock.ts'
import { type Kind, groupVersion } from '../kinds.ts'
import { Failure, type Status, expired, tooLargeResourceVersion } from '../status.ts'
import type { Store } from '../store.ts'
import type { ResourceCall } from './request.ts'
import { type ListOptions, selects, versionOf } from './options.ts'
import { WatchBuffer } from './watch-buffer.ts'
import type { Representation } from './content-negotiation.ts'
import type { Change, Revision } from '../change.ts'

/** Every open watch, so that a test can expire them. */
export type OpenWatches = Set<{ expire: () => void }>

interface WatchDependencies {
  store: Store
  clock: Clock
  open: OpenWatches
  bookmarkEveryMs: number
}

/**
 * Serves a watch: the initial state or the missed changes, then new changes, as one JSON object per line
 * (KEP-956 bookmarks, KEP-3157 WatchList).
 */
export function watch(
  dependencies: WatchDependencies,
  call: ResourceCall,
  options: ListOptions,
  representation: Representation,
): void {
  const { store, clock, open } = dependencies
  const { kind, namespace, response } = call
  const from = versionOf(options.resourceVersion, true)
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' })
  response.flushHeaders()

  const outbox = new WatchBuffer(response)
  const send = (type: string, object: string): void => outbox.send(line(type, object))
  const fail = ({ status }: Failure): void =>
    outbox.end(line('ERROR', JSON.stringify(status satisfies Status)))
  const tell = (change: Change): void => {
    if (namespace !== '' && change.current.object.metadata.namespace !== namespace) return
    const event = select(options, kind, change)
    if (event !== undefined) send(event.type, representation.object(event.revision))
  }

  try {
    for (const missed of begin(store, call, options, from, outbox, representation)) tell(missed)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    fail(error)
    return
  }

  const unsubscribe = store.subscribe(kind, tell)
  const watching = {
    expire: () => fail(expired(`too old resource version: ${from} (${store.oldest(kind)})`)),
  }
  open.add(watching)
  const seconds = options.timeoutSeconds ?? 1800 * (1 + Math.random())
  const end = clock.after(seconds * 1000, () => outbox.end())
  const bookmarks = options.bookmarks
    ? clock.every(dependencies.bookmarkEveryMs, () => send('BOOKMARK', bookmark(kind, store.version, false)))
    : undefined
  response.once('close', () => {
    unsubscribe()
    end.cancel()
    bookmarks?.cancel()
    open.delete(watching)
  })
}

/** Sends the current state if the request asks for it; otherwise returns the missed changes. */
function begin(
  store: Store,
  { kind, namespace }: ResourceCall,
  options: ListOptions,
  from: number,
  outbox: WatchBuffer,
  representation: Representation,
): readonly Change[] {
  const initial = options.sendInitialEvents ?? from === 0
  if (initial || options.sendInitialEvents === false) {
    if (from > store.version) throw tooLargeResourceVersion(String(from), store.version)
  }
  if (initial) {
    const last = options.sendInitialEvents === true && options.bookmarks
    const end = last ? [line('BOOKMARK', bookmark(kind, store.version, true))] : []
    outbox.begin(beginning(store.list(kind, namespace), end))
    return []
  }
  if (from === 0) return []
  const missed = store.changesSince(kind, from)
  if (missed === undefined) {
    throw expired(`too old resource version: ${from} (${store.oldest(kind)})`)
  }
  return missed

  function* beginning(revisions: readonly Revision[], end: readonly string[]): Iterable<string> {
    for (const revision of revisions)
      if (selects(options, kind, revision)) yield line('ADDED', representation.object(revision))
    yield* end
  }
}

function line(type: string, object: string): string {
  return `{"type":"${type}","object":${object}}\n`
}

/**
 * Converts a change for a watch with selectors: an object that stops matching is DELETED, one that starts
 * matching is ADDED.
 */
function select(
  options: ListOptions,
  kind: Kind,
  { type, current, previous }: Change,
): { type: string; revision: Revision } | undefined {
  const is = type !== 'DELETED' && selects(options, kind, current)
  const was = previous !== undefined && selects(options, kind, previous)
  if (is) return { type: was ? 'MODIFIED' : 'ADDED', revision: current }
  if (!was) return undefined
  return { type: 'DELETED', revision: type === 'DELETED' ? current : previous.at(current.version) }
}

function bookmark(kind: Kind, version: number, initialEventsEnd: boolean): string {
  const annotations = initialEventsEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}
  const metadata = { resourceVersion: String(version), ...annotations }
  return JSON.stringify({ kind: kind.kind, apiVersion: groupVersion(kind), metadata })
}
