import type { DemoCluster } from '../../server/demo/cluster.ts'

const RBAC = 'rbac.authorization.k8s.io'

const GROUPS = ['', 'apps', 'authentication.k8s.io', 'authorization.k8s.io']

/** The rights of a Role, with the parameters of `kubectl create role`. */
export interface Allowed {
  verbs: readonly string[]
  resources: readonly string[]
  names?: readonly string[]
}

/**
 * Grants rights to a user in all namespaces, or in one namespace. A grant replaces an earlier one on the same
 * resources.
 */
export function grantOn(
  demo: DemoCluster,
  user: string,
  { verbs, resources, names }: Allowed,
  namespace?: string,
): void {
  const kind = namespace === undefined ? 'ClusterRole' : 'Role'
  const metadata = {
    name: `${user}-${resources.join('-').replaceAll('/', '-')}`,
    ...(namespace === undefined ? {} : { namespace }),
  }
  const limited = names === undefined ? {} : { resourceNames: names }
  const rules = [{ apiGroups: GROUPS, resources, verbs, ...limited }]
  const subjects = [{ apiGroup: RBAC, kind: 'User', name: user }]
  demo.apply({ apiVersion: `${RBAC}/v1`, kind, metadata, rules })
  const roleRef = { apiGroup: RBAC, kind, name: metadata.name }
  demo.apply({ apiVersion: `${RBAC}/v1`, kind: `${kind}Binding`, metadata, roleRef, subjects })
}
