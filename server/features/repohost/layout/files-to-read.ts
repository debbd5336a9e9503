import { compareTexts } from '../../../core/formats/compare-texts.ts'
import { isChartFile, isTemplate } from './charts.ts'
import { isKustomization } from './kustomizations.ts'
import { nameScorer } from './name-score.ts'
import { baseName, folderOf, isManifest, isYaml, joinPath, type ClusterObject } from './repository-file.ts'

/** Files with manifests whose content is read for one object. */
const MAX_MANIFESTS = 30
/** Kustomization files that are read. */
const MAX_KUSTOMIZATIONS = 50
const MAX_CHARTS = 10
/** Manifests that are read for the structure of a repository. */
const MAX_STRUCTURAL_MANIFESTS = 60
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
    paths.filter((path) => isManifest(path) && !isKustomization(path)),
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

/** Returns the paths whose content tells the structure of a repository: manifests last, as far as the limit allows. */
export function structuralFiles(paths: readonly string[]): readonly string[] {
  const short = (path: string): number => -path.split('/').length
  const kustomizations = first(paths.filter(isKustomization), MAX_KUSTOMIZATIONS, short)
  const charts = first(paths.filter(isChartFile), MAX_CHARTS, short)
  const manifests = paths.filter((path) => isManifest(path) && !isKustomization(path))
  return [...new Set([...kustomizations, ...charts, ...first(manifests, MAX_STRUCTURAL_MANIFESTS, short)])]
}

/** Returns the paths of kustomizations, those of a folder first; and whether some are left out. */
export function kustomizationFiles(
  paths: readonly string[],
  path: string,
): { readonly paths: readonly string[]; readonly truncated: boolean } {
  const all = paths.filter(isKustomization)
  const segments = path.split('/')
  const common = (one: string): number => {
    const parts = one.split('/')
    const end = segments.findIndex((segment, at) => parts[at] !== segment)
    return end < 0 ? segments.length : end
  }
  return { paths: first(all, MAX_KUSTOMIZATIONS, common), truncated: all.length > MAX_KUSTOMIZATIONS }
}

function isDeclaration(path: string): boolean {
  return (
    DECLARATIONS.test(folderOf(path)) || /^(?:release|helmrelease|application)\.ya?ml$/.test(baseName(path))
  )
}

function chartFiles(paths: readonly string[], folder: string): readonly string[] {
  const values = joinPath(folder, 'values.yaml')
  return paths.filter((path) => path === values || (isTemplate(path, [folder]) && isYaml(path)))
}

function first(paths: readonly string[], limit: number, score: (path: string) => number): readonly string[] {
  return paths
    .map((path) => ({ path, score: score(path) }))
    .toSorted((a, b) => b.score - a.score || compareTexts(a.path, b.path))
    .slice(0, limit)
    .map(({ path }) => path)
}

/** Returns the number of words of the object's name and namespace in a path. */
function likeness(path: string, { name, namespace = '' }: ClusterObject): number {
  const words = new Set(path.toLowerCase().split(/[/\-._]/))
  return [...name.split(/[-.]/), ...namespace.split('-')].filter((word) => words.has(word)).length
}
