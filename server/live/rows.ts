import { deploymentSummary } from '../contract/deployment.ts'
import { clusterEvent } from '../contract/event.ts'
import { nodeSummary } from '../contract/node.ts'
import { podSummary } from '../contract/pod.ts'
import { replicaSetSummary } from '../contract/replicaset.ts'
import type { Followed } from '../kube/followed.ts'
import { deployments, events, nodes, pods, replicaSets, type Kind } from '../kube/kinds.ts'
import type { View } from '../kube/view.ts'
import type { Entry } from '../kube/watch/entry.ts'
import { deploymentSummaryView } from '../resources/deployments/view.ts'
import { clusterEventView } from '../resources/events/view.ts'
import { nodeSummaryView } from '../resources/nodes/view.ts'
import { podSummaryView } from '../resources/pods/view.ts'
import { replicaSetSummaryView } from '../resources/replicasets/view.ts'

/** A kind that is streamed: `kinds=<plural>`, told as events of its singular, each with the item its lists show. */
export interface Row {
  readonly kind: Kind<unknown>
  readonly plural: string
  readonly event: string
  readonly view: object
  /** The contract of the item. */
  readonly schema: object
  /** The item's JSON at `now` (milliseconds since 1970); undefined where the object cannot be shown. */
  item(followed: Followed, entry: Entry<unknown>, now: number): string | undefined
}

/** Every kind that is streamed; a later one joins by its row. Their order is that of the positions in an id. */
export const rows: readonly Row[] = [
  row(deployments, deploymentSummaryView, deploymentSummary),
  row(pods, podSummaryView, podSummary),
  row(nodes, nodeSummaryView, nodeSummary),
  row(replicaSets, replicaSetSummaryView, replicaSetSummary),
  row(events, clusterEventView, clusterEvent),
]

/**
 * How a kind is shown in lists. None for events, which no route lists: of their items, 300 bytes each, only those are made
 * that a stream asks for.
 */
export function itemViews<T>(kind: Kind<T>): View<T, unknown> | undefined {
  const found = rows.find((row) => row.kind === kind)
  // A row's view is of the row's kind.
  return found?.kind === events ? undefined : (found?.view as View<T, unknown> | undefined)
}

function row<T>(kind: Kind<T>, view: View<T, object>, schema: object): Row {
  return {
    kind,
    plural: kind.plural,
    event: kind.kind.toLowerCase(),
    view,
    schema,
    // It comes from a store of this kind, so it is one of this kind's.
    item: (followed, entry, now) => followed.item(kind, entry as Entry<T>, view, now),
  }
}
