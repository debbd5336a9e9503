import type { Verb } from '../client/api-call.ts'

/**
 * The table of every right the service uses in a cluster, in the group whose chart value
 * (`rbac.groups.<group>`) grants it. Each right is in exactly one group. The chart's roles, the README's
 * table, manifests/remote-cluster-rbac.yaml, the missing rights of a 403 and the sets the tests expect are
 * generated from this table. A right is written as for `kubectl auth can-i`: verb, resource with its API
 * group, subresource after a slash. `watch` makes reads fast and only the live stream requires it: a kind
 * without it is read from the API server each time.
 */
export const rbacGroups = {
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

/** Optional rights, on which no response depends: `create events` records who restarted an object. */
export const optionalRights: readonly Right[] = ['create events']

export type RbacGroup = keyof typeof rbacGroups
export type Right = (typeof rbacGroups)[RbacGroup][number]

const CLUSTER_WIDE = new Set(['nodes'])
const WRITES = new Set(['create', 'update', 'patch', 'delete'])

export interface RightParts {
  verb: Verb
  apiGroup: string
  /** Includes the subresource: `pods/log`. */
  resource: string
  /** Whether only a ClusterRoleBinding can grant the right. */
  clusterWide: boolean
  write: boolean
}

/** Splits a right into the fields of a Role's rule and of an access review. */
export function rightParts(right: string): RightParts {
  const [verb = '', qualified = ''] = right.split(' ')
  const slash = qualified.indexOf('/')
  const [plural = '', ...group] = (slash < 0 ? qualified : qualified.slice(0, slash)).split('.')
  return {
    // Every right in the table begins with a verb.
    verb: verb as Verb,
    apiGroup: group.join('.'),
    resource: plural + (slash < 0 ? '' : qualified.slice(slash)),
    clusterWide: CLUSTER_WIDE.has(plural),
    write: WRITES.has(verb),
  }
}

/** Returns the group that grants a right; undefined for a right that is not in the table. */
export function groupOf(right: { verb: string; apiGroup: string; resource: string }): RbacGroup | undefined {
  for (const group of Object.keys(rbacGroups) as RbacGroup[]) {
    const found = rbacGroups[group].some((one) => {
      const parts = rightParts(one)
      return (
        parts.verb === right.verb && parts.apiGroup === right.apiGroup && parts.resource === right.resource
      )
    })
    if (found) return group
  }
  return undefined
}
