import type { KubeObject } from '../object.ts'
import type { User } from './authentication.ts'

/** The attributes of an authorization request: a resource request, or a path outside of resources. */
export type Attributes =
  | {
      verb: string
      group: string
      resource: string
      subresource: string
      namespace: string
      name: string
    }
  | { verb: string; path: string }

/** rbac.authorization.k8s.io/v1 PolicyRule. */
export interface PolicyRule {
  verbs: string[]
  apiGroups?: string[]
  resources?: string[]
  resourceNames?: string[]
  nonResourceURLs?: string[]
}

/** A rbac.authorization.k8s.io/v1 Role or ClusterRole. */
export interface Role extends KubeObject {
  rules: PolicyRule[] | null
}

interface Subject {
  kind: string
  name: string
  namespace?: string
}

/** A rbac.authorization.k8s.io/v1 RoleBinding or ClusterRoleBinding. */
export interface Binding extends KubeObject {
  subjects?: Subject[]
  roleRef: { kind: string; name: string }
}

/** The source of RBAC objects: the store, or a table in a test. */
export interface Policy {
  clusterRole(name: string): Role | undefined
  role(namespace: string, name: string): Role | undefined
  clusterRoleBindings(): readonly Binding[]
  roleBindings(namespace: string): readonly Binding[]
}

/** A rule, with the binding that grants it to the user. */
interface Grant {
  rule: PolicyRule
  because: string
}

/** Returns the rules of a user in a namespace ('': cluster-wide rules only). */
export function rulesFor(policy: Policy, user: User, namespace: string): PolicyRule[] {
  return [...grants(policy, user, namespace)].map(({ rule }) => rule)
}

/**
 * Authorizes a request like RBAC (plugin/pkg/auth/authorizer/rbac): returns the reason if it is allowed,
 * otherwise undefined.
 */
export function decide(policy: Policy, user: User, asked: Attributes): string | undefined {
  if (user.groups.includes('system:masters')) return ''
  const namespace = 'path' in asked ? '' : asked.namespace
  for (const { rule, because } of grants(policy, user, namespace)) {
    if (ruleAllows(rule, asked)) return `RBAC: allowed by ${because}`
  }
  return undefined
}

function* grants(policy: Policy, user: User, namespace: string): Generator<Grant> {
  for (const binding of policy.clusterRoleBindings()) {
    const subject = subjectOf(binding, user, '')
    if (subject === undefined) continue
    const { name } = binding.roleRef
    const because = `ClusterRoleBinding "${binding.metadata.name}" of ClusterRole "${name}" to ${subject}`
    for (const rule of policy.clusterRole(name)?.rules ?? []) yield { rule, because }
  }
  if (namespace === '') return
  for (const binding of policy.roleBindings(namespace)) {
    const subject = subjectOf(binding, user, namespace)
    if (subject === undefined) continue
    const { kind, name } = binding.roleRef
    const role = kind === 'Role' ? policy.role(namespace, name) : policy.clusterRole(name)
    const because = `RoleBinding "${binding.metadata.name}/${namespace}" of ${kind} "${name}" to ${subject}`
    for (const rule of role?.rules ?? []) yield { rule, because }
  }
}

/** Whether a rule covers a request (component-helpers auth/rbac/validation). */
export function ruleAllows(rule: PolicyRule, asked: Attributes): boolean {
  if (!hasOrAll(rule.verbs, asked.verb)) return false
  if ('path' in asked) return (rule.nonResourceURLs ?? []).some((url) => pathMatches(url, asked.path))
  return (
    hasOrAll(rule.apiGroups, asked.group) &&
    resourceMatches(rule.resources ?? [], asked.resource, asked.subresource) &&
    nameMatches(rule.resourceNames, asked.name)
  )
}

/** Returns the subject of a binding that matches a user, as the authorizer prints it. */
function subjectOf(binding: Binding, user: User, namespace: string): string | undefined {
  for (const { kind, name, namespace: home = namespace } of binding.subjects ?? []) {
    if (kind === 'User' && name === user.username) return `User "${name}"`
    if (kind === 'Group' && user.groups.includes(name)) return `Group "${name}"`
    const isAccount = kind === 'ServiceAccount' && home !== ''
    if (isAccount && user.username === `system:serviceaccount:${home}:${name}`) {
      return `ServiceAccount "${name}/${home}"`
    }
  }
  return undefined
}

function hasOrAll(values: readonly string[] | undefined, wanted: string): boolean {
  return values !== undefined && (values.includes('*') || values.includes(wanted))
}

function resourceMatches(resources: readonly string[], resource: string, subresource: string): boolean {
  const combined = subresource === '' ? resource : `${resource}/${subresource}`
  return resources.some(
    (candidate) =>
      candidate === '*' || candidate === combined || (subresource !== '' && candidate === `*/${subresource}`),
  )
}

function nameMatches(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.length === 0 || names.includes(name)
}

function pathMatches(url: string, path: string): boolean {
  if (url === '*' || url === path) return true
  return url.endsWith('*') && path.startsWith(url.slice(0, -1))
}
