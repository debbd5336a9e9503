import { isObject } from '../../../core/json.ts'
import { documentsIn, textIn } from './objects.ts'
import {
  baseName,
  folderOf,
  isInside,
  isYaml,
  joinPath,
  MAX_FILE_BYTES,
  type RepositoryFile,
} from './repository-file.ts'

/** An object of a template, whose name is known up to the release. */
interface TemplateObject {
  readonly path: string
  readonly kind: string
  /** Text of `metadata.name`, with its template actions. */
  readonly name: string
}

/** A Helm chart in the repository. */
export interface Chart {
  readonly folder: string
  readonly name: string
  readonly objects: readonly TemplateObject[]
  readonly values: Readonly<Record<string, unknown>>
}

/** The part of a release that names of its objects depend on. */
export interface ReleaseNames {
  readonly release: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Lines of a template after which its kind and name are looked for; more are no manifest. */
const MAX_LINES = 20_000
/** Longest text of a name with its template actions. */
const MAX_NAME = 512

export function isChartFile(path: string): boolean {
  return baseName(path) === 'Chart.yaml'
}

/** Whether a path is a template of one of these chart folders. */
export function isTemplate(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isInside(joinPath(folder, 'templates'), path))
}

/** Returns the charts whose Chart.yaml is among the files. */
export function chartsIn(files: readonly RepositoryFile[]): readonly Chart[] {
  return files
    .filter(({ path }) => isChartFile(path))
    .map((file) => {
      const folder = folderOf(file.path)
      const templates = files.filter(({ path }) => isTemplate(path, [folder]))
      const values = files.find(({ path }) => path === joinPath(folder, 'values.yaml'))
      return {
        folder,
        name: textIn(documentsIn(file)[0], 'name') ?? baseName(folder),
        objects: templates.flatMap((template) => templateObjects(template)),
        values: valuesOf(values),
      }
    })
}

function valuesOf(file: RepositoryFile | undefined): Readonly<Record<string, unknown>> {
  const [values] = file === undefined ? [] : documentsIn(file)
  return isObject(values) ? values : {}
}

/** Returns the objects of a template. It is no YAML before it is rendered, so its lines are read. */
function templateObjects({ path, content = '' }: RepositoryFile): readonly TemplateObject[] {
  if (!isYaml(path) || content.length > MAX_FILE_BYTES) return []
  return content.split(/^---.*$/m).flatMap((document) => {
    const lines = document.split('\n', MAX_LINES)
    const kind = lines
      .map((line) => /^kind:\s*([A-Za-z]+)\s*$/.exec(line)?.[1])
      .find((one) => one !== undefined)
    const at = lines.findIndex((line) => line.startsWith('metadata:'))
    const name = lines
      .slice(at + 1)
      .map((line) => /^ {2,4}name:\s*(\S.*)$/.exec(line)?.[1])
      .find((one) => one !== undefined)
    return kind === undefined || at < 0 || name === undefined || name.length > MAX_NAME
      ? []
      : [{ path, kind, name: name.trim() }]
  })
}

/**
 * Returns the name that a template gives an object of a release, by the helpers that `helm create` writes; undefined if it
 * contains an action that is not known.
 */
export function renderedName(template: string, chart: Chart, names: ReleaseNames): string | undefined {
  let known = true
  const rendered = template.replaceAll(/\{\{([^{}]*)\}\}/g, (_action, inner: string) => {
    const expression = inner.replace(/^-/, '').replace(/-$/, '').trim()
    const value = valueOf(expression, chart, names)
    if (value === undefined) known = false
    return value ?? ''
  })
  return known ? rendered.replaceAll(/^["']|["']$/g, '') : undefined
}

function valueOf(expression: string, chart: Chart, names: ReleaseNames): string | undefined {
  const [source = '', ...filters] = expression.split('|').map((part) => part.trim())
  // Filters of names shorten them to 63 characters and quote them.
  if (!filters.every((filter) => /^(?:quote|squote|lower|trunc 63|trimSuffix "-")$/.test(filter)))
    return undefined
  if (source === '.Release.Name' || source === '$.Release.Name') return names.release
  if (source === '.Chart.Name' || source === '$.Chart.Name') return chart.name
  const path = /^\$?\.Values((?:\.[A-Za-z0-9_]+)+)$/.exec(source)?.[1]
  if (path !== undefined) return fromValues(path.slice(1).split('.'), chart, names)
  const helper = /^(?:include|template) "[^"]*\.([A-Za-z0-9_-]+)" [.$]$/.exec(source)?.[1]
  if (helper === 'fullname') return fullName(chart, names)
  if (helper === 'name') return fromValues(['nameOverride'], chart, names) ?? chart.name
  return undefined
}

function fromValues(keys: readonly string[], chart: Chart, { values }: ReleaseNames): string | undefined {
  const found = [values, chart.values].map((one) => textIn(one, ...keys))
  return found.find((text) => text !== undefined && text !== '')
}

/** Returns the full name as the helper of `helm create` computes it. */
function fullName(chart: Chart, names: ReleaseNames): string {
  const override = fromValues(['fullnameOverride'], chart, names)
  if (override !== undefined) return override
  const name = fromValues(['nameOverride'], chart, names) ?? chart.name
  return names.release.includes(name) ? names.release : `${names.release}-${name}`
}

/** Returns the release that would give an object this name; undefined if none would, or it cannot be told. */
export function releaseFor(template: string, chart: Chart, name: string): string | undefined {
  // The full name of a release that contains the name of the chart is that of the release alone.
  return ['', chart.name]
    .map((ending) => releaseEnding(ending, template, chart, name))
    .find((release) => release !== undefined)
}

function releaseEnding(ending: string, template: string, chart: Chart, name: string): string | undefined {
  const mark = '\u0000'
  const rendered = renderedName(template, chart, { release: `${mark}${ending}`, values: {} })
  const [before, after, ...more] = rendered?.split(mark) ?? []
  // Names with the release in two places, or in none, tell nothing about it.
  if (before === undefined || after === undefined || more.length > 0) return undefined
  if (!name.startsWith(before) || !name.endsWith(after) || name.length < before.length + after.length)
    return undefined
  const release = name.slice(before.length, name.length - after.length) + ending
  return release !== '' && renderedName(template, chart, { release, values: {} }) === name
    ? release
    : undefined
}
