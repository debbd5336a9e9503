import { isChartFile } from './charts.ts'
import { isKustomization } from './kustomizations.ts'
import { nameScorer } from './name-score.ts'
import { baseName, folderOf, isYaml, type ClusterObject } from './repository-file.ts'

/** Files with manifests whose content is read for one object. */
const MAX_MANIFESTS = 30
/** Kustomization files that are read. */
const MAX_KUSTOMIZATIONS = 50
const MAX_CHARTS = 10
const MAX_DECLARATIONS = 20

/** Folders in which declarations of releases and applied folders are kept. */
const DECLARATIONS =
  /(?:^|\/)(?:apps?|applications?|argocd|bootstrap|clusters?|flux|releases?|helmreleases?)(?:\/|$)/i

/** Returns the paths whose content may tell where an object comes from, the most likely first. */
export function filesToRead(paths: readonly string[], object: ClusterObject): readonly string[] {
  const near = (path: string): number => likeness(path, object)
  const scoreName = nameScorer(object)
  // Bundles of manifests have names that tell nothing, so the limit is filled up with other YAML.
  const manifests = first(
    paths.filter((path) => isYaml(path) && !isKustomization(path) && !isHidden(path)),
    MAX_MANIFESTS,
    (path) => 10 * (scoreName(path)?.confidence ?? 0) + near(path),
  )
  const kustomizations = first(paths.filter(isKustomization), MAX_KUSTOMIZATIONS, near)
  const charts = first(paths.filter(isChartFile), MAX_CHARTS, near)
  const ofCharts = charts.flatMap((chart) => chartFiles(paths, folderOf(chart)))
  const declarations = first(
    paths.filter((path) => isYaml(path) && isDeclaration(path)),
    MAX_DECLARATIONS,
    near,
  )
  return [...new Set([...manifests, ...kustomizations, ...charts, ...ofCharts, ...declarations])]
}

/** Whether a path is in a folder of tools, such as `.github`. */
function isHidden(path: string): boolean {
  return path.split('/').some((segment) => segment.startsWith('.'))
}

function isDeclaration(path: string): boolean {
  return (
    DECLARATIONS.test(folderOf(path)) || /^(?:release|helmrelease|application)\.ya?ml$/.test(baseName(path))
  )
}

function chartFiles(paths: readonly string[], folder: string): readonly string[] {
  const within = folder === '' ? '' : `${folder}/`
  return paths.filter(
    (path) => path === `${within}values.yaml` || (path.startsWith(`${within}templates/`) && isYaml(path)),
  )
}

function first(paths: readonly string[], limit: number, score: (path: string) => number): readonly string[] {
  return paths
    .map((path) => ({ path, score: score(path) }))
    .toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path)
}

/** Returns the number of words of the object's name and namespace in a path. */
function likeness(path: string, { name, namespace = '' }: ClusterObject): number {
  const words = new Set(path.toLowerCase().split(/[/\-._]/))
  return [...name.split(/[-.]/), ...namespace.split('-')].filter((word) => words.has(word)).length
}
