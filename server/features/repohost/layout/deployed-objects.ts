import { chartsIn, isTemplate, releaseFor, renderedName, type Chart } from './charts.ts'
import { build, includedFolders, kustomizationsIn, type Kustomization } from './kustomizations.ts'
import { objectsIn, type FileObject } from './objects.ts'
import { appliedFolders, releasesOf, type AppliedFolder, type DeclaredRelease } from './releases.ts'
import { folderOf, isInside, type ClusterObject, type RepositoryFile } from './repository-file.ts'

/**
 * The way from a file to an object of the cluster: it is written there, kustomize builds it from there, a chart of the
 * repository renders it, or a release of another chart contains it.
 */
export type Origin = 'manifest' | 'kustomize' | 'chart' | 'release'

/** An object that the files of a repository would put into a cluster. */
export interface DeployedObject extends ClusterObject {
  readonly path: string
  readonly origin: Origin
  /** Folders that tell the environment: that of the file, and that of the kustomization which is built. */
  readonly folders: readonly string[]
  /** Whether the name is certain; for a chart without a known release it is a guess. */
  readonly isCertain: boolean
}

/** The parts of a repository that objects come from. */
export interface Layout {
  readonly kustomizations: ReadonlyMap<string, Kustomization>
  /** Folders of kustomizations that others include: bases and components. */
  readonly included: ReadonlySet<string>
  readonly charts: readonly Chart[]
  /** Objects of files that are no templates, by path. */
  readonly objects: ReadonlyMap<string, readonly FileObject[]>
  readonly applied: readonly AppliedFolder[]
}

export function layoutOf(files: readonly RepositoryFile[]): Layout {
  const charts = chartsIn(files)
  const folders = charts.map(({ folder }) => folder)
  const objects = new Map(
    files
      .filter(({ path }) => !isTemplate(path, folders))
      .map((file) => [file.path, objectsIn(file)] as const)
      .filter(([, found]) => found.length > 0),
  )
  const kustomizations = kustomizationsIn(files)
  return {
    kustomizations,
    included: includedFolders(kustomizations),
    charts,
    objects,
    applied: appliedFolders([...objects.values()].flat()),
  }
}

/** Finds everything that the files would put into a cluster, as far as it may be the wanted object. */
export type FindDeployed = (wanted: ClusterObject) => readonly DeployedObject[]

/** Returns the search of a layout; the objects that are written in it are the same for any wanted one. */
export function deployedObjectFinder(layout: Layout): FindDeployed {
  const written = [...kustomizedObjects(layout), ...plainObjects(layout)]
  const isChartFolder = (folder: string): boolean => layout.charts.some((chart) => chart.folder === folder)
  const releases = written.flatMap(({ source, namespace }) => releasesOf(source, namespace, isChartFolder))
  const declared = written.map(({ source: _source, ...deployed }) => deployed)
  return (wanted) => [
    ...declared,
    ...releases.flatMap((release) => objectsOfRelease(release, layout, wanted)),
    ...layout.charts.flatMap((chart) => guessedObjects(chart, releases, wanted)),
  ]
}

interface WrittenObject extends DeployedObject {
  readonly source: FileObject
}

/** Returns the objects of kustomizations that no other one includes. */
function kustomizedObjects({ kustomizations, included, objects, applied }: Layout): readonly WrittenObject[] {
  return [...kustomizations.values()]
    .filter(({ folder }) => !included.has(folder))
    .flatMap((root) =>
      build(root, kustomizations, objects).map(({ object, name, namespace }) => ({
        ...placed(object, namespaceIn(applied, root.folder) ?? namespace),
        name,
        origin: 'kustomize' as const,
        folders: [root.folder, folderOf(object.path)],
      })),
    )
}

/** Returns the objects of files that no kustomization builds. */
function plainObjects({ kustomizations, objects, applied }: Layout): readonly WrittenObject[] {
  const built = new Set(
    [...kustomizations.values()].flatMap(({ resources, patches }) => [...resources, ...patches]),
  )
  return [...objects]
    .filter(([path]) => !built.has(path))
    .flatMap(([path, found]) =>
      found.map((object) => ({
        ...placed(object, object.namespace ?? namespaceIn(applied, folderOf(path))),
        origin: 'manifest' as const,
        folders: [folderOf(path)],
      })),
    )
}

function placed(
  source: FileObject,
  namespace: string | undefined,
): Pick<WrittenObject, 'source' | 'path' | 'kind' | 'name' | 'namespace' | 'isCertain'> {
  const { path, kind, name } = source
  return { source, path, kind, name, isCertain: true, ...(namespace === undefined ? {} : { namespace }) }
}

/** Returns the namespace that a tool applies a folder to; undefined if none or several do. */
function namespaceIn(applied: readonly AppliedFolder[], folder: string): string | undefined {
  const covering = applied.filter((one) =>
    one.recursive ? isInside(one.folder, folder) : one.folder === folder,
  )
  const namespaces = new Set(covering.map(({ namespace }) => namespace))
  return namespaces.size === 1 ? [...namespaces][0] : undefined
}

/** Returns the objects of a declared release that could be the wanted one. */
function objectsOfRelease(
  declared: DeclaredRelease,
  { charts }: Layout,
  wanted: ClusterObject,
): readonly DeployedObject[] {
  const { path, release, values, chartFolder, chartName } = declared
  const namespace = declared.namespace === undefined ? {} : { namespace: declared.namespace }
  const folders = [folderOf(path)]
  const chart = charts.find(({ folder }) => folder === chartFolder)
  if (chart !== undefined)
    return chart.objects.flatMap((object): readonly DeployedObject[] => {
      const name = renderedName(object.name, chart, { release, values })
      if (name === undefined) return []
      return [
        {
          path: object.path,
          kind: object.kind,
          name,
          ...namespace,
          origin: 'chart',
          folders,
          isCertain: true,
        },
      ]
    })
  // The objects of other charts are not known, but their names begin with the release by convention.
  const { kind, name } = wanted
  const isNamed = name === release || name === `${release}-${chartName ?? ''}`
  if (!isNamed && !name.startsWith(`${release}-`)) return []
  return [{ path, kind, name, ...namespace, origin: 'release', folders, isCertain: isNamed }]
}

/** Returns the objects of a chart that no release of the repository uses: any release could be installed by hand. */
function guessedObjects(
  chart: Chart,
  releases: readonly DeclaredRelease[],
  { name }: ClusterObject,
): readonly DeployedObject[] {
  if (releases.some(({ chartFolder }) => chartFolder === chart.folder)) return []
  return chart.objects.flatMap((object): readonly DeployedObject[] =>
    releaseFor(object.name, chart, name) === undefined
      ? []
      : [
          {
            path: object.path,
            kind: object.kind,
            name,
            origin: 'chart',
            folders: [chart.folder],
            isCertain: false,
          },
        ],
  )
}
