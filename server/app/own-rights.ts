/** A right of the service for its own objects; `named` restricts it to one object of the release. */
export interface OwnRight {
  readonly right: string
  readonly named?: 'notifier-lease'
}

/**
 * Every right the service uses for its own objects, in the namespace of its release and in the format of the table of
 * rights. The chart grants them in a Role of their own, whatever `rbac.groups` and `rbac.readOnly` say.
 */
export const ownRights: readonly OwnRight[] = [
  { right: 'get userstates.clusterinspector.dev' },
  { right: 'create userstates.clusterinspector.dev' },
  { right: 'update userstates.clusterinspector.dev' },
  { right: 'get leases.coordination.k8s.io', named: 'notifier-lease' },
  { right: 'update leases.coordination.k8s.io', named: 'notifier-lease' },
  // A `create` names its object in the body, so it cannot be restricted.
  { right: 'create leases.coordination.k8s.io' },
]
