import { deployments, nodes, pods, type Kind } from './kube/kinds.ts'
import type { View } from './kube/view.ts'
import { deploymentSummaryView } from './resources/deployments/view.ts'
import { nodeSummaryView } from './resources/nodes/view.ts'
import { podSummaryView } from './resources/pods/view.ts'

const VIEWS: ReadonlyMap<object, object> = new Map<object, object>([
  [pods, podSummaryView],
  [deployments, deploymentSummaryView],
  [nodes, nodeSummaryView],
])

/** How a kind is shown in lists. */
export function itemViews<T>(kind: Kind<T>): View<T, unknown> | undefined {
  // Registered above under its own kind.
  return VIEWS.get(kind) as View<T, unknown> | undefined
}
