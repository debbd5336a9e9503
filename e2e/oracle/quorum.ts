import type { Kube } from '../support/kube.ts'
import { resources, type ObjectOf, type Resource } from '../kinds/register.ts'
import { keyOf, pathOf } from './resources.ts'

/** All objects of the cluster at one moment. */
export type Truth = { readonly [R in Resource]: ObjectOf<R>[] }

/** The version of each resource that the service must have reached before it is compared. */
export type Versions = Record<Resource, string>

/** Reads fresh lists: without a resourceVersion the API server reads from etcd by quorum. */
export async function truthOf(kube: Kube): Promise<Truth> {
  const lists = resources.map(async (resource) => [resource, await items(kube, pathOf(resource, undefined))])
  return Object.fromEntries(await Promise.all(lists)) as Truth
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
