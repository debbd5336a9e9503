import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import type { CachedObject } from '../cluster/cache/cached-object.ts'
import type { Kind } from '../cluster/kind.ts'
import { kinds, type RegisteredKind } from '../kinds/register.ts'

/**
 * A kind that can be streamed: `kinds=<path>`, with events named by its singular and the item of its lists as
 * their data.
 */
export interface StreamKind {
  readonly kind: Kind<unknown>
  /** Name in `kinds=`. */
  readonly plural: string
  readonly event: string
  readonly view: object
  /** JSON Schema of the item. */
  readonly schema: object
  /** Whether it is streamed where `kinds` is omitted. */
  readonly isDefault: boolean
  /** Returns the item's JSON at `now` (milliseconds since 1970); undefined if projecting fails. */
  item(followed: WatchableCluster, entry: CachedObject<unknown>, now: number): string | undefined
}

/** Every kind that can be streamed, in the order of the versions in an event id. */
export const streamKinds: readonly StreamKind[] = kinds
  .filter(({ declaration }) => declaration.stream !== false)
  .map((kind) => streamKind(kind))

function streamKind(kind: RegisteredKind): StreamKind {
  const { path, summary, declaration } = kind
  return {
    kind,
    plural: path,
    event: kind.kind.toLowerCase(),
    view: summary,
    schema: summary.schema,
    isDefault: declaration.stream === 'default',
    item: (followed, entry, now) => followed.renderItem(kind, entry, summary, now),
  }
}
