import type { DemoCluster } from './demo-cluster.ts'
import { rightParts, type Right } from '../../server/kinds/rbac-table.ts'

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

/** Creates a user with these rights and no others, cluster-wide or in these namespaces; returns a bearer token. */
export function grantRights(
  demo: DemoCluster,
  name: string,
  rights: readonly Right[],
  namespaces: readonly string[] = [],
): string {
  const kind = namespaces.length === 0 ? 'ClusterRole' : 'Role'
  const apiVersion = `${RBAC}/v1`
  const rules = rights.map(rightParts).map(({ verb, apiGroup, resource }) => ({
    verbs: [verb],
    apiGroups: [apiGroup],
    resources: [resource],
  }))
  const subjects = [{ apiGroup: RBAC, kind: 'User', name }]
  for (const namespace of namespaces.length === 0 ? [undefined] : namespaces) {
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }) }
    demo.apply({ apiVersion, kind, metadata, rules })
    demo.apply({
      apiVersion,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: RBAC, kind, name },
      subjects,
    })
  }
  return demo.addToken({ username: name, groups: ['system:authenticated'] })
}
