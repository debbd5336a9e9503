import type { Route } from '../api/define-route.ts'
import type { ResourceRight } from '../cluster/access/resource-right.ts'
import type { Verb } from '../cluster/client/api-call.ts'
import { isNamespaceKind } from '../cluster/kind.ts'
import { extensionKinds } from './extensions/kinds.ts'
import { nodeMetrics, podMetrics } from './metrics/kinds.ts'
import { right, rightsOf, type AnyRight, type KindRight, type KindRoute } from './define-kind.ts'
import { kinds, type RegisteredKind } from './register.ts'

/*
 * The table of every right the service uses in a cluster, in the group whose chart value (`rbac.groups.<group>`)
 * grants it, as the kinds declare them. The chart's roles and values, the tables of the READMEs, manifests/ and
 * the missing rights of a 403 are generated from it. A right is written as for `kubectl auth can-i`: verb,
 * resource with its API group, subresource after a slash.
 */

type Registered = (typeof kinds)[number]
type Qualified<K> = K extends {
  readonly plural: infer P extends string
  readonly apiGroup: infer A extends string
}
  ? A extends ''
    ? P
    : `${P}.${A}`
  : never

/** A group of rights: its chart value is `rbac.groups.<group>`. */
export type RbacGroup =
  | (Registered extends RegisteredKind<string, string, infer G> ? G : never)
  | (typeof unregistered)[number]['group']
/** A right on a registered kind; whether a kind declares it is checked at start. */
export type Right =
  | `${Verb} ${Qualified<Registered>}`
  | 'get pods/log'
  | 'list pods.metrics.k8s.io'
  | 'list nodes.metrics.k8s.io'
  | `${'list' | 'watch'} ${Qualified<(typeof extensionKinds)[number]>}`

/** A group of rights with its chart value. */
export interface RbacGroupEntry {
  readonly name: RbacGroup
  /** Comment of the chart value. */
  readonly description: string
  /** Default of the chart value. */
  readonly enabled: boolean
  readonly rights: readonly Right[]
}

interface DeclaredRight extends ResourceRight {
  readonly text: Right
  readonly group: RbacGroup
  readonly description: string | undefined
  readonly enabled: boolean
  readonly optional: boolean
}

/** Rights on kinds that are no rows of the register, since they have no routes of their own. */
const unregistered = [
  ...[podMetrics, nodeMetrics].map(
    (kind) =>
      ({
        verb: 'list',
        kind,
        group: 'metrics',
        description: 'Usage of CPU and memory by Pods and nodes, from metrics.k8s.io.',
      }) as const,
  ),
  ...extensionKinds.flatMap((kind) =>
    (['list', 'watch'] as const).map(
      (verb) =>
        ({
          verb,
          kind,
          group: 'discovery',
          description: 'Aggregated APIs and admission webhooks: findings about them.',
        }) as const,
    ),
  ),
]

const declared: readonly DeclaredRight[] = [
  ...kinds.flatMap((kind) => rightsOf(kind.declaration).map((one) => declaredRight(kind, one))),
  ...unregistered.map((one) => ({
    ...one,
    text: right(one.verb, one.kind) as Right,
    enabled: true,
    optional: false,
  })),
]

function declaredRight(kind: Registered, { verb, subresource, group, optional }: KindRight): DeclaredRight {
  const { rbac } = kind.declaration
  const further = rbac.further?.find((one) => one.group !== undefined && one.group === group)
  return {
    text: right(verb, kind, subresource) as Right,
    verb,
    kind,
    ...(subresource === undefined ? {} : { subresource }),
    // The groups of a kind are those that its declaration names.
    group: (group ?? rbac.group) as RbacGroup,
    description: further === undefined ? rbac.description : further.description,
    enabled: rbac.default ?? true,
    optional: optional === true,
  }
}

/** The groups in the order of the register. */
export const rbacGroupEntries: readonly RbacGroupEntry[] = [
  ...new Set(declared.map(({ group }) => group)),
].map((name) => {
  const rights = declared.filter(({ group }) => group === name)
  const description = rights.find((one) => one.description !== undefined)?.description
  if (description === undefined) throw new Error(`no kind describes the group of rights "${name}"`)
  const enabled = rights.some((one) => one.enabled)
  return { name, description, enabled, rights: rights.map(({ text }) => text) }
})

export const rbacGroups = Object.fromEntries(
  rbacGroupEntries.map(({ name, rights }) => [name, rights]),
) as Readonly<Record<RbacGroup, readonly Right[]>>

/** Rights on which no response depends: `create events` records who changed an object. */
export const optionalRights: readonly Right[] = declared
  .filter(({ optional }) => optional)
  .map(({ text }) => text)

/** Every right that responses depend on. */
export const requiredRights: readonly ResourceRight[] = declared.filter(({ optional }) => !optional)

/** Returns the right that a text names; throws for one that no kind declares. */
export function resourceRight(text: AnyRight): ResourceRight {
  const found = declared.find((one) => one.text === text)
  if (found === undefined) throw new Error(`no kind declares the right "${text}"`)
  const { verb, kind, subresource } = found
  return { verb, kind, ...(subresource === undefined ? {} : { subresource }) }
}

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete'])

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
export function rightParts(text: string): RightParts {
  const [verb = '', qualified = ''] = text.split(' ')
  const [resource = '', subresource] = qualified.split('/')
  const [plural = '', ...group] = resource.split('.')
  const apiGroup = group.join('.')
  return {
    // Every right begins with a verb.
    verb: verb as Verb,
    apiGroup,
    resource: plural + (subresource === undefined ? '' : `/${subresource}`),
    clusterWide: [...kinds, nodeMetrics, ...extensionKinds].some(
      (kind) =>
        kind.plural === plural &&
        kind.apiGroup === apiGroup &&
        !kind.namespaced &&
        // A Role allows to get its own Namespace.
        !(isNamespaceKind(kind) && verb === 'get'),
    ),
    write: WRITES.has(verb),
  }
}

/** Returns the routes of the kinds; throws for one that needs a right no kind declares. */
export function checkRights<S>(routes: readonly KindRoute[]): readonly Route<S, Right>[] {
  for (const { method, path, access } of routes)
    for (const text of access)
      if (!declared.some((one) => one.text === text))
        throw new Error(`${method} ${path} needs the right "${text}", which no kind declares`)
  return routes as readonly Route<S, Right>[]
}
