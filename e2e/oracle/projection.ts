import type { Deployment } from '../../server/kinds/deployments/model.ts'
import type { Event } from '../../server/kinds/events/model.ts'
import type { Node } from '../../server/kinds/nodes/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import type { ReplicaSet } from '../../server/kinds/replicasets/model.ts'
import * as deployments from '../cluster/expected/deployment.ts'
import * as events from '../cluster/expected/event.ts'
import * as nodes from '../cluster/expected/node.ts'
import * as pods from '../cluster/expected/pod.ts'
import { statusColumn } from './expected/status-column.ts'
import type { Resource } from './resources.ts'

/** The resource of each event type of the stream. */
export const SINGULAR: Readonly<Record<string, Resource>> = {
  deployment: 'deployments',
  pod: 'pods',
  node: 'nodes',
  replicaset: 'replicasets',
  event: 'events',
}

const PROJECTIONS: Readonly<Record<Resource, (object: unknown) => Record<string, unknown>>> = {
  pods: (object) => pods.listed({ pod: object as Pod, status: statusColumn(object as Pod) }),
  deployments: (object) => deployments.summary(object as Deployment),
  nodes: (object) => nodes.listed(object as Node),
  events: (object) => events.expectedEvent(object as Event),
  replicasets: (object) => replicaSet(object as ReplicaSet),
}

/**
 * Projects an object to its list item without the age, as canonical JSON, so that equal items are equal
 * texts.
 */
export function projected(resource: Resource, object: unknown): string {
  return canonical(PROJECTIONS[resource](object))
}

/**
 * Converts a stream's item to the same canonical JSON. An Event's item is limited to the fields of the API's
 * list item.
 */
export function projectedItem(resource: Resource, item: Record<string, unknown>): string {
  const { age: _, ...rest } = item
  if (resource !== 'events') return canonical(rest)
  const shown = ['type', 'reason', 'message', 'count', 'firstTimestamp', 'lastTimestamp', 'involvedObject']
  return canonical(Object.fromEntries(shown.map((name) => [name, item[name]])))
}

function replicaSet({ metadata, spec, status }: ReplicaSet): Record<string, unknown> {
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    replicas: {
      desired: spec?.replicas,
      current: status?.replicas ?? 0,
      ready: status?.readyReplicas ?? 0,
    },
    images: (spec?.template?.spec?.containers ?? []).map(({ image }) => image),
    labels: metadata.labels ?? {},
    createdAt: metadata.creationTimestamp,
  }
}

/** Serializes JSON with sorted keys and without undefined fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
