/** The resources that the API's responses are computed from, with their paths at the API server. */
export const RESOURCES = {
  pods: '/api/v1/pods',
  deployments: '/apis/apps/v1/deployments',
  replicasets: '/apis/apps/v1/replicasets',
  nodes: '/api/v1/nodes',
  events: '/api/v1/events',
} as const

export type Resource = keyof typeof RESOURCES

export const resources = Object.keys(RESOURCES) as readonly Resource[]

/** Returns the path of an object, or of a collection in a namespace. */
export function pathOf(resource: Resource, namespace: string | undefined, name?: string): string {
  const whole: string = RESOURCES[resource]
  const at = whole.lastIndexOf('/')
  const base =
    namespace === undefined ? whole : `${whole.slice(0, at)}/namespaces/${namespace}${whole.slice(at)}`
  return name === undefined ? base : `${base}/${name}`
}

/** Returns the key of an object, unique within its resource. */
export function keyOf({ metadata }: { metadata: { namespace?: string; name: string } }): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}
