import type { Deployment, Event, Node, Pod, ReplicaSet } from '../../server/cluster/objects.ts'
import type { Kube } from '../support/kube.ts'
import { keyOf, pathOf, resources, type Resource } from './resources.ts'

/** Everything there is, of one moment. */
export interface Truth {
  pods: Pod[]
  deployments: Deployment[]
  replicasets: ReplicaSet[]
  nodes: Node[]
  events: Event[]
}

/** What the service must have come to before it is asked: a version of each resource. */
export type Versions = Record<Resource, string>

/** Fresh lists: without a resourceVersion the API server answers from etcd, by quorum. */
export async function truthOf(kube: Kube): Promise<Truth> {
  const [pods, deployments, replicasets, nodes, events] = await Promise.all(
    resources.map((resource) => items(kube, pathOf(resource, undefined))),
  )
  return { pods, deployments, replicasets, nodes, events } as Truth
}

/** The keys of what a label selector selects, as the API server itself reads it. */
export async function selectedBy(kube: Kube, resource: Resource, selector: string): Promise<Set<string>> {
  const path = `${pathOf(resource, undefined)}?labelSelector=${encodeURIComponent(selector)}`
  return new Set((await items(kube, path)).map(keyOf))
}

/** Tells whether two truths are one: the same objects in the same versions. */
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
