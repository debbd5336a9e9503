import { isObject, objectIn } from '../../../core/json.ts'
import { textIn, type FileObject } from './objects.ts'
import { isRemote, resolvePath } from './repository-file.ts'

/** A folder that a tool applies to a namespace. */
export interface AppliedFolder {
  readonly folder: string
  readonly namespace: string | undefined
  /** Whether folders in it are applied, too. */
  readonly recursive: boolean
}

/** A Helm release that an object of the repository declares. */
export interface DeclaredRelease {
  /** File that declares it. */
  readonly path: string
  readonly release: string
  readonly namespace: string | undefined
  readonly values: Readonly<Record<string, unknown>>
  /** Folder of the chart, if it is in the repository. */
  readonly chartFolder: string | undefined
  /** Name of the chart; undefined if only its folder is known. */
  readonly chartName: string | undefined
}

const FLUX_KUSTOMIZE = 'kustomize.toolkit.fluxcd.io'
const FLUX_HELM = 'helm.toolkit.fluxcd.io'
const ARGO = 'argoproj.io'

/** Returns the folders that Kustomizations of Flux and Applications of Argo CD apply. */
export function appliedFolders(objects: readonly FileObject[]): readonly AppliedFolder[] {
  return objects.flatMap(({ apiGroup, kind, spec }): readonly AppliedFolder[] => {
    if (apiGroup === FLUX_KUSTOMIZE && kind === 'Kustomization')
      return folder(textIn(spec, 'path') ?? '.', textIn(spec, 'targetNamespace'), true)
    if (apiGroup !== ARGO || kind !== 'Application') return []
    const namespace = textIn(spec, 'destination', 'namespace')
    return sourcesOf(spec).flatMap((source) => {
      const recursive = objectIn(source, 'directory')['recurse'] === true
      return folder(textIn(source, 'path'), namespace, recursive)
    })
  })
}

function folder(
  path: string | undefined,
  namespace: string | undefined,
  recursive: boolean,
): readonly AppliedFolder[] {
  const resolved = path === undefined || isRemote(path) ? undefined : resolvePath('', path)
  return resolved === undefined ? [] : [{ folder: resolved, namespace, recursive }]
}

function sourcesOf(spec: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { source, sources } = spec
  return Array.isArray(sources) ? sources : source === undefined ? [] : [source]
}

/** Returns the release that an object declares: a HelmRelease of Flux, or an Application of Argo CD with a chart. */
export function releasesOf(
  object: FileObject,
  namespace: string | undefined,
  isChartFolder: (folder: string) => boolean,
): readonly DeclaredRelease[] {
  const { apiGroup, kind, spec, path, name } = object
  if (apiGroup === FLUX_HELM && kind === 'HelmRelease') {
    const target = textIn(spec, 'targetNamespace')
    const release = textIn(spec, 'releaseName') ?? (target === undefined ? name : `${target}-${name}`)
    const chart = textIn(spec, 'chart', 'spec', 'chart')
    const at = chart === undefined ? undefined : resolvePath('', chart)
    const inRepository = at !== undefined && isChartFolder(at)
    return [
      {
        path,
        release,
        namespace: target ?? namespace,
        values: objectIn(spec, 'values'),
        chartFolder: inRepository ? at : undefined,
        chartName: inRepository ? undefined : chart?.slice(chart.lastIndexOf('/') + 1),
      },
    ]
  }
  if (apiGroup !== ARGO || kind !== 'Application') return []
  return sourcesOf(spec).flatMap((source) => {
    const chartName = textIn(source, 'chart')
    const at = resolvePath('', textIn(source, 'path') ?? '..')
    const inRepository = chartName === undefined && at !== undefined && isChartFolder(at)
    if (chartName === undefined && !inRepository) return []
    const helm = isObject(source) ? objectIn(source, 'helm') : {}
    return [
      {
        path,
        release: textIn(helm, 'releaseName') ?? name,
        namespace: textIn(spec, 'destination', 'namespace'),
        values: objectIn(helm, 'valuesObject'),
        chartFolder: inRepository ? at : undefined,
        chartName,
      },
    ]
  })
}
