import { ownRights, type OwnRight } from '../server/app/own-rights.ts'
import { operatorRights, type OperatorRight } from '../server/operator/rights.ts'
import { streamKinds } from '../server/stream/stream-kinds.ts'
import { rbacGroups, rightParts, type RbacGroup, type Right } from '../server/kinds/rbac-table.ts'

/** One rule of a role. Its verbs are separate, so that `rbac.readOnly` can leave out the writing ones. */
export interface RbacRule {
  apiGroups: string[]
  resources: string[]
  read: string[]
  write: string[]
  clusterWide: boolean
}

export interface RbacGroupRules {
  name: RbacGroup
  rules: RbacRule[]
}

/** The part of a route that the tables show. */
export interface RouteAccess {
  method: string
  path: string
  access: readonly Right[]
}

export const groupNames = Object.keys(rbacGroups) as RbacGroup[]

/**
 * Converts the table of rights to rules in the table's order: one per resource, and two where only some of its rights can be
 * granted by a Role.
 */
export function rbacGroupRules(): RbacGroupRules[] {
  return groupNames.map((name) => ({ name, rules: rulesOf(rbacGroups[name]) }))
}

function rulesOf(rights: readonly Right[]): RbacRule[] {
  const rules = new Map<string, RbacRule>()
  for (const right of rights) {
    const { verb, apiGroup, resource, clusterWide, write } = rightParts(right)
    const key = `${resource} ${apiGroup} ${clusterWide}`
    const rule = rules.get(key) ?? {
      apiGroups: [apiGroup],
      resources: [resource],
      read: [],
      write: [],
      clusterWide,
    }
    rule[write ? 'write' : 'read'].push(verb)
    rules.set(key, rule)
  }
  return [...rules.values()]
}

/** One rule of a Role in the namespace of the release. */
interface ReleaseRule extends Omit<OperatorRight | OwnRight, 'right'> {
  apiGroups: string[]
  resources: string[]
  verbs: string[]
}

/** Converts rights in the namespace of the release to rules, one per resource and name, in the list's order. */
function releaseRules(all: readonly (OperatorRight | OwnRight)[]): ReleaseRule[] {
  const rules = new Map<string, ReleaseRule>()
  for (const { right, ...beside } of all) {
    const { verb, apiGroup, resource } = rightParts(right)
    const key = JSON.stringify([apiGroup, resource, beside])
    const rule = rules.get(key) ?? { apiGroups: [apiGroup], resources: [resource], verbs: [], ...beside }
    rule.verbs.push(verb)
    rules.set(key, rule)
  }
  return [...rules.values()]
}

/** Returns chart/files/rbac.json, from which the templates create roles. */
export function rbacJson(): string {
  const groups = rbacGroupRules().map(
    ({ name, rules }) =>
      `    {\n      "name": ${JSON.stringify(name)},\n      "rules": [\n` +
      `${rules.map((rule) => `        ${JSON.stringify(rule)}`).join(',\n')}\n      ]\n    }`,
  )
  const about =
    'Generated from server/kinds/rbac-table.ts, server/operator/rights.ts and server/app/own-rights.ts by chart/generate.ts; do not edit.'
  const listed = (rules: readonly ReleaseRule[]): string =>
    rules.map((rule) => `    ${JSON.stringify(rule)}`).join(',\n')
  const operator = listed(releaseRules(operatorRights))
  const own = listed(releaseRules(ownRights))
  return (
    `{\n  "about": ${JSON.stringify(about)},\n  "groups": [\n${groups.join(',\n')}\n  ],\n` +
    `  "operator": [\n${operator}\n  ],\n  "own": [\n${own}\n  ]\n}\n`
  )
}

const NAMED = {
  lease: 'the Lease of the release',
  'server-account': "the server's ServiceAccount",
  'seal-secret': 'the Secret with the keys for sealed settings',
}

/** Returns the Markdown table of the operator's rights in the release's namespace. */
export function operatorRightsTable(): string {
  const rows = operatorRights.map(({ right, named, forClusterContexts = false }) => [
    `\`${right}\``,
    named === undefined ? 'all' : NAMED[named],
    forClusterContexts ? 'scope `cluster`' : 'always',
  ])
  return markdownTable(['Right', 'Objects', 'Granted'], rows)
}

/** Returns the Markdown table of the groups: their rights, and the routes that need one of them. */
export function rightsTable(routes: readonly RouteAccess[]): string {
  const rows = groupNames.map((name) => {
    const rights: readonly Right[] = rbacGroups[name]
    const parts = rights.map((right) => ({ right, ...rightParts(right) }))
    const using = routes.filter((route) => route.access.some((right) => rights.includes(right)))
    return [
      `\`rbac.groups.${name}\``,
      codes(parts.filter(({ write }) => !write).map(({ right }) => right)),
      codes(parts.filter(({ write }) => write).map(({ right }) => right)),
      parts.every(({ clusterWide }) => clusterWide) ? 'cluster' : 'namespace',
      codes(using.map(({ method, path }) => `${method.toUpperCase()} ${path}`)),
    ]
  })
  return markdownTable(
    ['Value', 'Reads', 'Changes (not with `rbac.readOnly`)', 'Granted per', 'Routes that need it'],
    rows,
  )
}

/** Returns the Markdown table of the kinds that can be streamed. */
export function streamKindsTable(): string {
  const rows = streamKinds.map(({ kind, plural, event, isDefault }) => [
    kind.kind,
    `\`${plural}\``,
    `\`${event}\``,
    isDefault ? 'yes' : 'no',
  ])
  return markdownTable(['Kind', 'In `kinds`', 'Event', 'Without `kinds`'], rows)
}

function codes(texts: readonly string[]): string {
  return texts.length === 0 ? '–' : texts.map((text) => `\`${text}\``).join('<br>')
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
