import type { Deployment } from '../../server/kinds/deployments/model.ts'
import type { Event } from '../../server/kinds/events/model.ts'
import type { Node } from '../../server/kinds/nodes/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import type { ReplicaSet } from '../../server/kinds/replicasets/model.ts'
import type { Kube } from '../support/kube.ts'
import { keyOf, pathOf, resources, type Resource } from './resources.ts'

/** All objects of the cluster at one moment. */
export interface Truth {
  pods: Pod[]
  deployments: Deployment[]
  replicasets: ReplicaSet[]
  nodes: Node[]
  events: Event[]
}

/** The version of each resource that the service must have reached before it is compared. */
export type Versions = Record<Resource, string>

/** Reads fresh lists: without a resourceVersion the API server reads from etcd by quorum. */
export async function truthOf(kube: Kube): Promise<Truth> {
  const [pods, deployments, replicasets, nodes, events] = await Promise.all(
    resources.map((resource) => items(kube, pathOf(resource, undefined))),
  )
  return { pods, deployments, replicasets, nodes, events } as Truth
}

/** Returns the keys of the objects that a label selector matches according to the API server. */
export async function selectedBy(kube: Kube, resource: Resource, selector: string): Promise<Set<string>> {
  const path = `${pathOf(resource, undefined)}?labelSelector=${encodeURIComponent(selector)}`
  return new Set((await items(kube, path)).map(keyOf))
}

/**
 * Identifies a state of the cluster: two states with the same objects at the same versions have the same
 * fingerprint.
 */
export function fingerprint(truth: Truth): string {
  return resources
    .flatMap((resource) =>
      truth[resource].map(({ metadata }) => `${resource} ${metadata.uid} ${metadata.resourceVersion}`),
    )
    .join('\n')
}

interface Listed {
  metadata: { namespace?: string; name: string }
}

async function items(kube: Kube, path: string): Promise<Listed[]> {
  return (await kube.get<{ items: Listed[] | null }>(path)).items ?? []
}
