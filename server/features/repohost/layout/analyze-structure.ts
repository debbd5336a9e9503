import { compareTexts } from '../../../core/formats/compare-texts.ts'
import { layoutOf, type Layout } from './deployed-objects.ts'
import { environmentIn } from './environments.ts'
import { isKustomization, type Kustomization } from './kustomizations.ts'
import { baseName, folderOf, isInside, isManifest, type RepositoryFile } from './repository-file.ts'

/** The layout of a repository, as far as its files tell. */
export interface Structure {
  readonly structure: 'kustomize' | 'helm' | 'flat' | 'mixed' | 'unknown'
  readonly hasKustomize: boolean
  /** Folder of the base that most overlays build; undefined without one. */
  readonly baseDir: string | undefined
  readonly overlays: readonly { readonly name: string; readonly path: string }[]
  readonly charts: readonly { readonly name: string; readonly path: string }[]
  readonly namespaces: readonly string[]
  readonly workloads: readonly { readonly kind: string; readonly name: string; readonly path: string }[]
  readonly patterns: {
    readonly namePrefix?: string
    readonly nameSuffix?: string
    readonly environments: readonly string[]
  }
}

const WORKLOADS: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
  'Rollout',
  'HelmRelease',
])
const MAX_WORKLOADS = 1000
/** YAML of build tools and charts, which is no manifest. */
const OTHER_YAML = /^(?:mkdocs|docker-compose|compose|renovate|values.*|skaffold|catalog-info)\.ya?ml$/

/** Returns the structure of a repository. Files without content count by their paths alone. */
export function analyzeStructure(files: readonly RepositoryFile[]): Structure {
  const layout = layoutOf(files)
  const { kustomizations, charts, objects } = layout
  const hasKustomize = files.some(({ path }) => isKustomization(path))
  const overlays = overlaysIn(layout)
  const declared = [...objects.values()].flat()
  const namespaces = [
    ...declared.flatMap((object) => (object.kind === 'Namespace' ? [object.name] : (object.namespace ?? []))),
    ...[...kustomizations.values()].flatMap(({ namespace }) => namespace ?? []),
  ]
  return {
    structure: structureOf(files, layout, hasKustomize),
    hasKustomize,
    baseDir: baseOf(layout),
    overlays: overlays.map(({ folder }) => ({ name: baseName(folder), path: folder })),
    charts: charts.map(({ name, folder }) => ({ name, path: folder })),
    namespaces: sorted(namespaces),
    workloads: declared
      .filter(({ kind }) => WORKLOADS.has(kind))
      .slice(0, MAX_WORKLOADS)
      .map(({ kind, name, path }) => ({ kind, name, path })),
    patterns: {
      ...common('namePrefix', overlays),
      ...common('nameSuffix', overlays),
      environments: environmentsIn(files),
    },
  }
}

function structureOf(
  files: readonly RepositoryFile[],
  { charts }: Layout,
  hasKustomize: boolean,
): Structure['structure'] {
  if (hasKustomize) return charts.length > 0 ? 'mixed' : 'kustomize'
  const isOfChart = (path: string): boolean => charts.some(({ folder }) => isInside(folder, path))
  const hasManifests = files.some(
    ({ path }) => isManifest(path) && !OTHER_YAML.test(baseName(path)) && !isOfChart(path),
  )
  if (charts.length > 0) return hasManifests ? 'mixed' : 'helm'
  return hasManifests ? 'flat' : 'unknown'
}

/** Returns the kustomizations that build others, and that no other builds. */
function overlaysIn({ kustomizations, included }: Layout): readonly Kustomization[] {
  return [...kustomizations.values()].filter(
    ({ folder, resources, remote }) =>
      !included.has(folder) && (remote.length > 0 || resources.some((path) => kustomizations.has(path))),
  )
}

function baseOf({ kustomizations, included }: Layout): string | undefined {
  const uses = (folder: string): number =>
    [...kustomizations.values()].filter(({ resources }) => resources.includes(folder)).length
  return [...included].toSorted((a, b) => uses(b) - uses(a) || a.length - b.length || compareTexts(a, b))[0]
}

function common(
  key: 'namePrefix' | 'nameSuffix',
  overlays: readonly Kustomization[],
): Partial<Record<typeof key, string>> {
  const values = new Set(overlays.map((overlay) => overlay[key]))
  const [value] = values
  return values.size === 1 && value !== undefined && value !== '' ? { [key]: value } : {}
}

function environmentsIn(files: readonly RepositoryFile[]): readonly string[] {
  const named = files.flatMap(({ path }) =>
    folderOf(path)
      .split('/')
      .filter((segment) => environmentIn(segment) !== undefined),
  )
  return sorted(named)
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted()
}
