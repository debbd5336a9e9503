import type { Deployment, Event, Node, Pod, ReplicaSet } from '../../server/cluster/objects.ts'
import * as deployments from '../cluster/expected/deployment.ts'
import * as events from '../cluster/expected/event.ts'
import * as nodes from '../cluster/expected/node.ts'
import * as pods from '../cluster/expected/pod.ts'
import { statusColumn } from './expected/status-column.ts'
import type { Resource } from './resources.ts'

/** The word an event of the stream has for each resource (filled-in.md §4). */
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

/** What a list item says of an object, its age apart, as text that is the same for the same. */
export function projected(resource: Resource, object: unknown): string {
  return canonical(PROJECTIONS[resource](object))
}

/** An item of the stream in the same terms. An Event's item may say more than api.md §2.5 shows. */
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

/** JSON with its fields in order, and without those that are undefined. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
