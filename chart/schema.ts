import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { rbacGroupEntries } from '../server/kinds/rbac-table.ts'
import { markdownTable } from './rights.ts'

export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  description?: string
}

/** A value that is set as a whole: a scalar, a list, or an object with keys of the user. */
export interface Leaf {
  path: string
  schema: Schema
}

const FOLDER = import.meta.dirname

export function readSchema(): Schema {
  return JSON.parse(readFileSync(join(FOLDER, 'values.schema.json'), 'utf8')) as Schema
}

export function readDefaults(): unknown {
  return parse(readFileSync(join(FOLDER, 'values.yaml'), 'utf8'))
}

/** Resolves a `$ref` and merges the keywords next to it. */
export function resolved(schema: Schema, root: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const found = root.$defs?.[schema.$ref.slice('#/$defs/'.length)]
  if (found === undefined) throw new Error(`values.schema.json has no ${schema.$ref}`)
  const { $ref: _reference, ...beside } = schema
  return { ...resolved(found, root), ...beside }
}

/** Returns every leaf of the schema, in its order. */
export function leaves(root: Schema, at: Schema = root, path: readonly string[] = []): Leaf[] {
  const schema = resolved(at, root)
  if (schema.properties === undefined) return [{ path: path.join('.'), schema }]
  return Object.entries(schema.properties).flatMap(([key, inner]) => leaves(root, inner, [...path, key]))
}

/** Returns the value at a dotted path; undefined if there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), values)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Groups of rights that 0.1.0 had. */
const FIRST_GROUPS: ReadonlySet<string> = new Set(['deployments', 'pods', 'logs', 'nodes', 'events'])

/** Values added after 0.1.0. A release of that version that is upgraded with `--reuse-values` lacks them. */
const ADDED: readonly string[] = [
  'operator',
  'crds',
  'autoscaling',
  'ingress',
  'httpRoute',
  'metrics.podMonitor',
  'metrics.prometheusRule',
  'metrics.dashboard',
  'rbac.customResources',
  'secrets',
  'repohost',
  'notifications',
  'ai',
  'console',
  'settings',
  'seal',
  ...rbacGroupEntries.filter(({ name }) => !FIRST_GROUPS.has(name)).map(({ name }) => `rbac.groups.${name}`),
]

/** Returns chart/files/added-values.json: the defaults that the templates use for missing values. */
export function addedValues(): string {
  const defaults = readDefaults()
  const values: Record<string, unknown> = {}
  for (const path of ADDED) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let at = values
    for (const key of keys) {
      const inner = at[key] ?? {}
      at[key] = inner
      if (isRecord(inner)) at = inner
    }
    at[last] = valueAt(defaults, path)
  }
  const about = 'Generated from chart/values.yaml by chart/generate.ts; do not edit.'
  return `${JSON.stringify({ about, values }, null, 2)}\n`
}

/** Returns the Markdown table of the values. */
export function valuesTable(): string {
  const root = readSchema()
  const defaults = readDefaults()
  const rows = leaves(root).map(({ path, schema }) => {
    const value = valueAt(defaults, path)
    return [
      `\`${path}\``,
      kindOf(schema, root),
      value === undefined ? '' : `\`${JSON.stringify(value)}\``,
      schema.description ?? '',
    ]
  })
  return markdownTable(['Key', 'Type', 'Default', 'Meaning'], rows)
}

function kindOf(schema: Schema, root: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((one) => `\`${String(one)}\``).join(', ')
  if (schema.anyOf !== undefined)
    return schema.anyOf.map((one) => kindOf(resolved(one, root), root)).join(' or ')
  return [schema.type ?? 'any'].flat().join(' or ')
}

/** Merges a values file over the defaults as helm does: null removes a key. */
export function coalesced(defaults: unknown, over: unknown): unknown {
  if (!isRecord(defaults) || !isRecord(over)) return over
  const merged = { ...defaults }
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete merged[key]
    else merged[key] = coalesced(merged[key], value)
  }
  return merged
}
