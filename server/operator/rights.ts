/**
 * Every right the operator uses in its own namespace, in the format of the table of rights. The chart's Role for
 * the operator is generated from this list. `named` restricts a right to one object of the chart, where RBAC
 * supports it: a `create` that names its object in the body cannot be restricted.
 */
export interface OperatorRight {
  readonly right: string
  /** The object of the release; absent: any object in the namespace. */
  readonly named?: 'lease' | 'server-account' | 'seal-secret'
  /** Required only if ClusterContexts are watched, not with `--secrets-alone`. */
  readonly forClusterContexts?: true
}

export const operatorRights: readonly OperatorRight[] = [
  { right: 'get secrets' },
  { right: 'list secrets' },
  { right: 'watch secrets' },
  { right: 'patch secrets', named: 'seal-secret' },
  { right: 'create serviceaccounts/token', named: 'server-account' },
  { right: 'get clustercontexts.clusterinspector.dev', forClusterContexts: true },
  { right: 'list clustercontexts.clusterinspector.dev', forClusterContexts: true },
  { right: 'watch clustercontexts.clusterinspector.dev', forClusterContexts: true },
  { right: 'patch clustercontexts.clusterinspector.dev/status', forClusterContexts: true },
  { right: 'list userstates.clusterinspector.dev', forClusterContexts: true },
  { right: 'delete userstates.clusterinspector.dev', forClusterContexts: true },
  { right: 'create events', forClusterContexts: true },
  { right: 'get leases.coordination.k8s.io', named: 'lease', forClusterContexts: true },
  { right: 'patch leases.coordination.k8s.io', named: 'lease', forClusterContexts: true },
  { right: 'create leases.coordination.k8s.io', forClusterContexts: true },
]
