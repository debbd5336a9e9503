import type { Verb } from './call.ts'

/**
 * The table of rights: every right the service uses toward a cluster, in the group whose chart value
 * (`rbac.groups.<group>`) grants it. Each right stands in exactly one group. From this table come the chart's roles,
 * the README's table, manifests/remote-cluster-rbac.yaml, what a 403 says is missing, and the sets the tests expect.
 * A right is written as for `kubectl auth can-i`: verb, resource with its API group, subresource after a slash. `watch` makes
 * reads fast and only the live stream needs it: a kind that may not be watched is read from the API server each time.
 */
export const accessGroups = {
  deployments: [
    'get deployments.apps',
    'list deployments.apps',
    'watch deployments.apps',
    'patch deployments.apps',
    'list replicasets.apps',
    'watch replicasets.apps',
  ],
  pods: ['get pods', 'list pods', 'watch pods', 'delete pods'],
  logs: ['get pods/log'],
  nodes: ['get nodes', 'list nodes', 'watch nodes'],
  events: ['list events', 'watch events', 'create events'],
} as const satisfies Record<string, readonly string[]>

/** What no answer depends on: an Event says who restarted an object, where that is granted. */
export const rightsBeside: readonly Right[] = ['create events']

export type AccessGroup = keyof typeof accessGroups
export type Right = (typeof accessGroups)[AccessGroup][number]

const CLUSTER_WIDE = new Set(['nodes'])
const WRITES = new Set(['create', 'update', 'patch', 'delete'])

export interface RightParts {
  verb: Verb
  apiGroup: string
  /** With its subresource: `pods/log`. */
  resource: string
  /** True where no namespace can grant it. */
  clusterWide: boolean
  write: boolean
}

/** The parts of a right as a Role's rule and an access review want them. */
export function rightParts(right: string): RightParts {
  const [verb = '', qualified = ''] = right.split(' ')
  const slash = qualified.indexOf('/')
  const [plural = '', ...group] = (slash < 0 ? qualified : qualified.slice(0, slash)).split('.')
  return {
    // Each right in the table begins with one.
    verb: verb as Verb,
    apiGroup: group.join('.'),
    resource: plural + (slash < 0 ? '' : qualified.slice(slash)),
    clusterWide: CLUSTER_WIDE.has(plural),
    write: WRITES.has(verb),
  }
}

/** The group that grants a right, if the table knows it. */
export function groupOf(right: {
  verb: string
  apiGroup: string
  resource: string
}): AccessGroup | undefined {
  for (const group of Object.keys(accessGroups) as AccessGroup[]) {
    const found = accessGroups[group].some((one) => {
      const parts = rightParts(one)
      return (
        parts.verb === right.verb && parts.apiGroup === right.apiGroup && parts.resource === right.resource
      )
    })
    if (found) return group
  }
  return undefined
}
