/**
 * Every right the operator uses in its own namespace, written as the server's are (`kube/access.ts`). From this list the chart's
 * Role of the operator is computed. `named` narrows a right to one object of the chart, where RBAC can: a `create` that names
 * its object in the body cannot be narrowed.
 */
export interface OperatorRight {
  readonly right: string
  /** Which object of the release; none: any in the namespace. */
  readonly named?: 'lease' | 'server-account'
  /** Needed where ClusterContexts are followed alone; not where Secrets alone are contexts. */
  readonly forClusterContexts?: true
}

export const operatorRights: readonly OperatorRight[] = [
  { right: 'get secrets' },
  { right: 'list secrets' },
  { right: 'watch secrets' },
  { right: 'create serviceaccounts/token', named: 'server-account' },
  { right: 'get clustercontexts.clusterinspector.dev', forClusterContexts: true },
  { right: 'list clustercontexts.clusterinspector.dev', forClusterContexts: true },
  { right: 'watch clustercontexts.clusterinspector.dev', forClusterContexts: true },
  { right: 'patch clustercontexts.clusterinspector.dev/status', forClusterContexts: true },
  { right: 'create events', forClusterContexts: true },
  { right: 'get leases.coordination.k8s.io', named: 'lease', forClusterContexts: true },
  { right: 'patch leases.coordination.k8s.io', named: 'lease', forClusterContexts: true },
  { right: 'create leases.coordination.k8s.io', forClusterContexts: true },
]
