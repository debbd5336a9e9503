import type { DemoCluster } from '../../server/demo/cluster.ts'

const RBAC = 'rbac.authorization.k8s.io'

const GROUPS = ['', 'apps', 'authentication.k8s.io', 'authorization.k8s.io']

/** What a Role allows, as `kubectl create role` has it. */
export interface Allowed {
  verbs: readonly string[]
  resources: readonly string[]
  names?: readonly string[]
}

/** Grants a user this, and of what was granted before as much as it names again: everywhere, or in one namespace. */
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
