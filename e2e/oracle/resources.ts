/** The resources the API's answers are made of, and where an API server lists them. */
export const RESOURCES = {
  pods: '/api/v1/pods',
  deployments: '/apis/apps/v1/deployments',
  replicasets: '/apis/apps/v1/replicasets',
  nodes: '/api/v1/nodes',
  events: '/api/v1/events',
} as const

export type Resource = keyof typeof RESOURCES

export const resources = Object.keys(RESOURCES) as readonly Resource[]

/** Where one object is, or a collection in a namespace. */
export function pathOf(resource: Resource, namespace: string | undefined, name?: string): string {
  const whole: string = RESOURCES[resource]
  const at = whole.lastIndexOf('/')
  const base =
    namespace === undefined ? whole : `${whole.slice(0, at)}/namespaces/${namespace}${whole.slice(at)}`
  return name === undefined ? base : `${base}/${name}`
}

/** What tells an object of a resource from the others. */
export function keyOf({ metadata }: { metadata: { namespace?: string; name: string } }): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}
