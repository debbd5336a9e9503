import { fixtures, type Resource } from '../kinds/register.ts'
import { pathTo } from '../support/kube.ts'

/** Returns the path of a resource at the API server: of a collection, in a namespace or everywhere, or of an object. */
export function pathOf(resource: Resource, namespace: string | undefined, name?: string): string {
  return pathTo(fixtures[resource], namespace, name)
}

/** Returns the key of an object, unique within its resource. */
export function keyOf({ metadata }: { metadata: { namespace?: string; name: string } }): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}
