/**
 * Writes what is generated from the register of kinds, the table of rights and the chart: chart/files/*.json, the
 * values `rbac.groups` with their schema, the tables of the documents, and manifests/. With `--check` it writes nothing and
 * fails, naming every file that differs and its first differing line.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { routes } from '../server/app/routes.ts'
import { CHART, helmMissing, helmRequired, MANIFESTS } from './helm.ts'
import { manifests, renderManifest } from './manifests.ts'
import { groupSchema, groupValues } from './groups.ts'
import { operatorMetrics, serverMetrics } from './exposed-metrics.ts'
import {
  metricsTable,
  operatorFlagsTable,
  problemsTable,
  routesTable,
  rulesTable,
  settingsTable,
} from './reference-tables.ts'
import { operatorRightsTable, rbacJson, rightsTable, streamKindsTable } from './rights.ts'
import { addedValues, valuesTable } from './schema.ts'

const ROOT = join(CHART, '..')

/** Documents of features with many routes, which README.md only links to. */
const FEATURE_DOCUMENTS = [
  { prefix: '/api/settings', path: 'server/features/settings/README.md' },
  { prefix: '/api/repohost/', path: 'server/features/repohost/README.md' },
  { prefix: '/api/repohost-app/', path: 'server/features/repohost-app/README.md' },
] as const

type Put = (path: string, text: string) => void

const check = process.argv.includes('--check')
const differing: string[] = []
await generate(check ? compare : write)
for (const line of differing) console.error(line)
if (differing.length > 0) {
  console.error('run: node chart/generate.ts')
  process.exitCode = 1
}

async function generate(put: Put): Promise<void> {
  putPart(put, join(CHART, 'values.yaml'), groupValues)
  putPart(put, join(CHART, 'values.schema.json'), groupSchema)
  put(join(CHART, 'files', 'rbac.json'), rbacJson())
  put(join(CHART, 'files', 'added-values.json'), addedValues())
  const operator = operatorRightsTable()
  fill(put, 'chart/README.md', { rights: rightsTable(routes), operator, values: valuesTable() })
  const documented = new Map(FEATURE_DOCUMENTS.map((document) => [document, routesUnder(document)]))
  const others = routes.filter((route) => ![...documented.values()].flat().includes(route))
  fill(put, 'README.md', { routes: routesTable(others), errors: problemsTable() })
  for (const [{ path }, its] of documented) fill(put, path, { routes: routesTable(its) })
  fill(put, 'server/README.md', { settings: settingsTable(), metrics: metricsTable(await serverMetrics()) })
  fill(put, 'server/operator/README.md', {
    flags: operatorFlagsTable(),
    metrics: metricsTable(await operatorMetrics()),
  })
  fill(put, 'server/diagnosis/README.md', { rules: rulesTable() })
  fill(put, 'server/stream/README.md', { kinds: streamKindsTable() })

  const missing = await helmMissing()
  if (missing !== undefined) {
    console.error(`${missing}: manifests/ were not looked at`)
    if (helmRequired) process.exitCode = 1
    return
  }
  for (const manifest of manifests) put(join(MANIFESTS, manifest.file), await renderManifest(manifest))
}

function routesUnder({ prefix }: (typeof FEATURE_DOCUMENTS)[number]): typeof routes {
  return routes.filter(({ path }) => path.startsWith(prefix))
}

/** Writes a file of which a part is generated; `replace` returns the file with that part as it should be. */
function putPart(put: Put, path: string, replace: (text: string) => string): void {
  put(path, replace(readFileSync(path, 'utf8')))
}

/** Replaces the text between `<!-- name:begin -->` and `<!-- name:end -->` in a document; fails for missing markers. */
function fill(put: Put, document: string, tables: Record<string, string>): void {
  const path = join(ROOT, document)
  let text = readFileSync(path, 'utf8')
  for (const [name, table] of Object.entries(tables)) {
    const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`${document}: no ${begin} followed by ${end}`)
    text = `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`
  }
  put(path, text)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function compare(path: string, text: string): void {
  const name = relative(ROOT, path)
  if (!existsSync(path)) {
    differing.push(`${name} is missing`)
    return
  }
  const [found, wanted] = [readFileSync(path, 'utf8').split('\n'), text.split('\n')]
  const line = wanted.findIndex((one, index) => one !== found[index])
  if (line < 0 && found.length === wanted.length) return
  const at = line < 0 ? wanted.length : line
  differing.push(`${name}:${at + 1} is ${quoted(found[at])}, should be ${quoted(wanted[at])}`)
}

function quoted(line: string | undefined): string {
  return line === undefined ? 'the end' : JSON.stringify(line.slice(0, 160))
}
