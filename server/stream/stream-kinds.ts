import { deploymentSummary } from '../kinds/deployments/schema.ts'
import { clusterEvent } from '../kinds/events/schema.ts'
import { nodeSummary } from '../kinds/nodes/schema.ts'
import { podSummary } from '../kinds/pods/schema.ts'
import { replicaSetSummary } from '../kinds/replicasets/schema.ts'
import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import { deployments, events, nodes, pods, replicaSets, type Kind } from '../cluster/kinds.ts'
import type { Projection } from '../cluster/read/projection.ts'
import type { CachedObject } from '../cluster/cache/cached-object.ts'
import { deploymentSummaryProjection } from '../kinds/deployments/projections.ts'
import { clusterEventProjection } from '../kinds/events/projections.ts'
import { nodeSummaryProjection } from '../kinds/nodes/projections.ts'
import { podSummaryProjection } from '../kinds/pods/projections.ts'
import { replicaSetSummaryProjection } from '../kinds/replicasets/projections.ts'

/**
 * A kind that can be streamed: `kinds=<plural>`, with events named by its singular and the item of its lists
 * as their data.
 */
export interface StreamKind {
  readonly kind: Kind<unknown>
  readonly plural: string
  readonly event: string
  readonly view: object
  /** JSON Schema of the item. */
  readonly schema: object
  /** Returns the item's JSON at `now` (milliseconds since 1970); undefined if projecting fails. */
  item(followed: WatchableCluster, entry: CachedObject<unknown>, now: number): string | undefined
}

/** Every kind that can be streamed, in the order of the versions in an event id. */
export const streamKinds: readonly StreamKind[] = [
  row(deployments, deploymentSummaryProjection, deploymentSummary),
  row(pods, podSummaryProjection, podSummary),
  row(nodes, nodeSummaryProjection, nodeSummary),
  row(replicaSets, replicaSetSummaryProjection, replicaSetSummary),
  row(events, clusterEventProjection, clusterEvent),
]

/**
 * Returns the projection of a kind's list items. Events have none, because no route lists them: their items
 * take 300 bytes each and are rendered only for streams that use them.
 */
export function itemProjections<T>(kind: Kind<T>): Projection<T, unknown> | undefined {
  const found = streamKinds.find((row) => row.kind === kind)
  // The projection in a row belongs to the row's kind.
  return found?.kind === events ? undefined : (found?.view as Projection<T, unknown> | undefined)
}

function row<T>(kind: Kind<T>, view: Projection<T, object>, schema: object): StreamKind {
  return {
    kind,
    plural: kind.plural,
    event: kind.kind.toLowerCase(),
    view,
    schema,
    // The object comes from a store of this kind, so the type matches.
    item: (followed, entry, now) => followed.renderItem(kind, entry as CachedObject<T>, view, now),
  }
}
