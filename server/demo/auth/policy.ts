import { kindNamed } from '../kinds.ts'
import type { Store } from '../store.ts'
import type { Binding, Policy, Role } from './rbac.ts'

/** Returns the RBAC objects of the store, read at the time of each decision. */
export function storedPolicy(store: Store): Policy {
  const role = kindNamed('roles')
  const clusterRole = kindNamed('clusterroles')
  const roleBinding = kindNamed('rolebindings')
  const clusterRoleBinding = kindNamed('clusterrolebindings')
  return {
    clusterRole: (name) => store.read(clusterRole, undefined, name)?.object as Role | undefined,
    role: (namespace, name) => store.read(role, namespace, name)?.object as Role | undefined,
    clusterRoleBindings: () => store.list(clusterRoleBinding).map(({ object }) => object as Binding),
    roleBindings: (namespace) => store.list(roleBinding, namespace).map(({ object }) => object as Binding),
  }
}
