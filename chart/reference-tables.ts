import { customKind, customResourceRule } from '../server/diagnosis/custom-resources.ts'
import { rules } from '../server/diagnosis/register.ts'
import { problemCodes, problems, type ProblemCode } from '../server/api/schemas/problems.ts'
import { settings } from '../server/config/settings-schema.ts'
import { operatorFlags } from '../server/operator/flags.ts'
import { markdownTable } from './rights.ts'

/** The part of a route that the table shows. */
interface DocumentedRoute {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly query: ObjectProperties
  readonly body: ObjectProperties | undefined
  /** Whether `context` names the cluster of the request; otherwise it is a parameter of the route's own. */
  readonly contextual: boolean
}

interface ObjectProperties {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

/** Parameters of every route or every list; the README describes them once. */
const COMMON = new Set(['context', 'labelSelector', 'limit', 'continue'])

/**
 * Returns the Markdown table of the routes. A list, its detail and its events are one row; kinds with just these share a
 * row, after the kinds with more.
 */
export function routesTable(routes: readonly DocumentedRoute[]): string {
  const byPath = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]))
  const rows: string[][] = []
  const plain = new Map<string, string[]>()
  const joined = new Set<DocumentedRoute>()
  for (const route of routes) {
    if (joined.has(route)) continue
    const parameters = parametersOf(route)
    const [detail, events] = ['', '/events'].map((end) => byPath.get(`GET ${route.path}/{name}${end}`))
    if (detail === undefined || events === undefined) {
      rows.push([`\`${route.method} ${route.path}\``, route.summary, parameters])
      continue
    }
    joined.add(detail).add(events)
    const isPlain = ['', '[`namespace`]'].includes(parameters) && !detail.summary.includes(',')
    if (isPlain) plain.set(parameters, [...(plain.get(parameters) ?? []), route.path.replace('/api/', '')])
    else
      rows.push([
        `\`GET ${route.path}\`, \`/{name}\`, \`/{name}/events\``,
        `${route.summary}; ${lowerFirst(detail.summary)}; list its events`,
        parameters,
      ])
  }
  for (const [parameters, kinds] of plain)
    rows.push([
      '`GET /api/<kind>`, `/{name}`, `/{name}/events`',
      `List, get, list events of ${kinds.map((kind) => `\`${kind}\``).join(', ')}`,
      parameters,
    ])
  return markdownTable(['Route', 'Purpose', 'Parameters'], rows)
}

/** Returns the parameters of a route as codes, optional ones in brackets; those of the body in braces. */
function parametersOf({ query, body, contextual }: DocumentedRoute): string {
  const isCommon = (name: string): boolean => COMMON.has(name) && (name !== 'context' || contextual)
  const names = Object.keys(query.properties).filter((name) => !isCommon(name))
  const inQuery = names.map((name) => (query.required?.includes(name) ? `\`${name}\`` : `[\`${name}\`]`))
  const inBody = body === undefined ? [] : [`\`{${Object.keys(body.properties).join(', ')}}\``]
  return [...inQuery, ...inBody].join(', ')
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/** Returns the Markdown table of the errors of the API. */
export function problemsTable(): string {
  const rows = problemCodes.map((code: ProblemCode) => {
    const { status, description } = problems[code]
    return [String(status), `\`${code}\``, description]
  })
  return markdownTable(['Status', '`code`', 'Meaning'], rows)
}

interface Setting {
  readonly description: string
  readonly default?: string | number | boolean | readonly string[]
  readonly enum?: readonly string[]
}

/** Returns the Markdown table of the settings of `serve`, as flags. */
export function settingsTable(): string {
  const rows = Object.entries<Setting>(settings.properties).map(([key, setting]) => [
    `\`--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\``,
    defaultOf(setting.default),
    meaningOf(setting),
  ])
  return markdownTable(['Flag', 'Default', 'Meaning'], rows)
}

/** Returns the Markdown table of the flags of `operate`. */
export function operatorFlagsTable(): string {
  const rows = operatorFlags.map((flag) => {
    const setting: Setting = flag.setting === undefined ? flag : settings.properties[flag.setting]
    const preset = flag.required === true ? 'required' : defaultOf(setting.default)
    return [`\`${flag.flag}\``, preset, meaningOf(setting)]
  })
  return markdownTable(['Flag', 'Default', 'Meaning'], rows)
}

function meaningOf({ description, enum: values }: Setting): string {
  if (values === undefined) return description
  return `${description}: ${values.map((value) => `\`${value}\``).join(', ')}`
}

function defaultOf(value: Setting['default'] = ''): string {
  const text = String(value)
  return text === '' ? '' : `\`${text}\``
}

/** Returns the Markdown table of the metrics in an exposition, without those that prom-client collects of the process. */
export function metricsTable(exposition: string): string {
  const rows: string[][] = []
  for (const part of exposition.split(/^# HELP /m).slice(1)) {
    const [head = '', ...lines] = part.split('\n')
    const [, name = '', help = ''] = /^(\S+) (.*)$/.exec(head) ?? []
    if (!name.startsWith('cluster_inspector_')) continue
    const labels = new Set(
      lines.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, label = '']) => label)),
    )
    labels.delete('le')
    const [, type = ''] = /^# TYPE \S+ (\w+)$/m.exec(part) ?? []
    rows.push([`\`${name}\``, type, [...labels].map((label) => `\`${label}\``).join(', '), help])
  }
  return markdownTable(['Metric', 'Type', 'Labels', 'Meaning'], rows)
}

const ANY_TYPE = {
  apiGroup: 'example.com',
  version: 'v1',
  plural: 'any',
  singular: 'any',
  shortNames: [],
  namespaced: true,
  verbs: [],
}

/** Returns the Markdown table of the rules of the diagnosis; one for several kinds is one row. */
export function rulesTable(): string {
  const custom = customKind({ ...ANY_TYPE, kind: 'any custom resource' })
  const all = [...rules, customResourceRule(custom)]
  const rows = [...Map.groupBy(all, ({ id }) => id)].flatMap(([id, [first, ...others]]) => {
    if (first === undefined) return []
    const kinds = [first, ...others].map(({ on }) => on.kind)
    return [[`\`${id}\``, kinds.join(', '), first.severity, first.description]]
  })
  return markdownTable(['Rule', 'Kind', 'Severity', 'Meaning'], rows)
}
