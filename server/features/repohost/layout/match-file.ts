import { compareTexts } from '../../../core/formats/compare-texts.ts'
import {
  deployedObjectFinder,
  layoutOf,
  type DeployedObject,
  type FindDeployed,
  type Layout,
} from './deployed-objects.ts'
import { environmentIn, namespaceFit } from './environments.ts'
import { nameScorer } from './name-score.ts'
import { generatingObjects } from './generating-objects.ts'
import { folderOf, type ClusterObject, type RepositoryFile } from './repository-file.ts'

/** A file that an object of the cluster may come from. */
export interface FileMatch {
  readonly path: string
  /** 0 to 1; 0.8 and more only where the content of the file says so. */
  readonly confidence: number
  readonly method: 'content' | 'annotation' | 'exact' | 'directory' | 'namespace' | 'fuzzy'
  /** Environment that the path or the overlay names. */
  readonly environment?: string
  /** The reason, for people. */
  readonly reason: string
}

export interface FileMatches {
  readonly match: FileMatch | undefined
  /** The best ten, the match included. */
  readonly candidates: readonly FileMatch[]
}

/** Annotation by which a file names the objects that come from it, separated by commas: `Deployment/shop/api`. */
export const SOURCE_OF = 'clusterinspector.dev/source-of'

const MAX_CANDIDATES = 10
/** Below this a candidate is only worth a look. */
const LEAST_OF_MATCH = 0.4
const SURE = 0.8
/** Two files cannot both be the source: neither is sure then. */
const AMBIGUOUS = 0.75

/** Finds the file that an object of the cluster comes from, by the content of files, then by their paths. */
export function matchFile(object: ClusterObject, files: readonly RepositoryFile[]): FileMatches {
  const layout = layoutOf(files)
  const best = new Map<string, FileMatch>()
  const add = (match: FileMatch): void => {
    const before = best.get(match.path)
    if (before === undefined || before.confidence < match.confidence) best.set(match.path, match)
  }
  const findDeployed = deployedObjectFinder(layout)
  for (const { wanted, weight } of generatingObjects(object))
    for (const match of [...matchesIn(wanted, findDeployed), ...annotated(wanted, layout)])
      add({ ...match, confidence: match.confidence * weight })
  const scoreName = nameScorer(object)
  for (const file of files) {
    const score = scoreName(file.path)
    // A file whose objects are known, and are others, is at most near the right one.
    const limit = layout.objects.has(file.path) ? 0.3 : 1
    if (score !== undefined)
      add({
        path: file.path,
        method: score.method,
        confidence: Math.min(score.confidence, limit),
        ...environmentOf([folderOf(file.path)]),
        reason: `the path fits ${object.kind} ${object.name}`,
      })
  }
  return ranked([...best.values()])
}

function ranked(matches: readonly FileMatch[]): FileMatches {
  const ordered = matches.toSorted(
    (a, b) => b.confidence - a.confidence || a.path.length - b.path.length || compareTexts(a.path, b.path),
  )
  const [first, second] = ordered
  const isTied = first !== undefined && second !== undefined && first.confidence - second.confidence < 0.01
  const candidates = ordered.slice(0, MAX_CANDIDATES).map((match) => ({
    ...match,
    confidence: round(isTied && match.confidence >= SURE ? AMBIGUOUS : match.confidence),
  }))
  const [match] = candidates
  return { match: match !== undefined && match.confidence >= LEAST_OF_MATCH ? match : undefined, candidates }
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100
}

/** Returns the files whose content leads to the object. */
function matchesIn(wanted: ClusterObject, findDeployed: FindDeployed): readonly FileMatch[] {
  const same = findDeployed(wanted).filter((one) => isSame(one, wanted))
  const paths = new Set(same.map(({ path }) => path))
  return same.map((deployed): FileMatch => ({
    path: deployed.path,
    method: 'content',
    confidence: confidenceOf(deployed, wanted, paths.size === 1),
    ...environmentOf(deployed.folders),
    reason: reasonOf(deployed),
  }))
}

/** A release of another chart declares no kind, so its objects have that of the wanted one. */
function isSame(deployed: DeployedObject, wanted: ClusterObject): boolean {
  return deployed.kind === wanted.kind && deployed.name === wanted.name
}

function confidenceOf(deployed: DeployedObject, { namespace }: ClusterObject, isAlone: boolean): number {
  const inSameNamespace = deployed.namespace === namespace
  if (deployed.namespace !== undefined && namespace !== undefined && !inSameNamespace) return 0.25
  const fit = namespace === undefined ? 0 : namespaceFit(deployed.folders, namespace)
  if (!deployed.isCertain) return inSameNamespace || fit === 1 ? 0.75 : fit === -1 ? 0.4 : 0.7
  if (inSameNamespace && namespace !== undefined) return deployed.origin === 'release' ? 0.9 : 0.97
  if (fit === 1) return 0.9
  if (fit === -1) return 0.5
  return isAlone ? 0.82 : 0.7
}

function environmentOf(folders: readonly string[]): Pick<FileMatch, 'environment'> {
  const [environment] = folders.flatMap((folder) =>
    folder.split('/').flatMap((segment) => environmentIn(segment) ?? []),
  )
  return environment === undefined ? {} : { environment }
}

function reasonOf({ kind, name, namespace, origin, folders }: DeployedObject): string {
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`
  const reasons = {
    manifest: `declares ${kind} ${name}${where}`,
    kustomize: `kustomize builds ${kind} ${name}${where} from it in ${folders[0] === '' ? 'the root' : folders[0]}`,
    chart: `the template renders ${kind} ${name}${where}`,
    release: `declares the release that ${kind} ${name}${where} belongs to`,
  }
  return reasons[origin]
}

/** Returns the files that name the object in an annotation. */
function annotated({ kind, name, namespace }: ClusterObject, { objects }: Layout): readonly FileMatch[] {
  const wanted = [kind, namespace, name].filter((part) => part !== undefined).join('/')
  return [...objects.values()].flat().flatMap(({ path, annotations }): readonly FileMatch[] => {
    const named = annotations[SOURCE_OF]
    if (typeof named !== 'string' || !named.split(',').some((one) => one.trim() === wanted)) return []
    return [
      {
        path,
        method: 'annotation',
        confidence: 0.95,
        ...environmentOf([folderOf(path)]),
        reason: `the annotation ${SOURCE_OF} names ${wanted}`,
      },
    ]
  })
}
