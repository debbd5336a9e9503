import { namespaceFit } from './environments.ts'
import { baseName, folderOf, isYaml, type ClusterObject } from './repository-file.ts'

/** Likeness of the path of a file and an object, without its content. */
export interface NameScore {
  readonly confidence: number
  readonly method: 'exact' | 'directory' | 'namespace' | 'fuzzy'
}

/** Other words for kinds in names of files. */
const SHORT_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['deployment', ['deploy']],
  ['statefulset', ['sts']],
  ['daemonset', ['ds']],
  ['service', ['svc']],
  ['ingress', ['ing']],
  ['configmap', ['cm', 'config']],
  ['serviceaccount', ['sa']],
  ['horizontalpodautoscaler', ['hpa', 'autoscaler']],
  ['persistentvolumeclaim', ['pvc']],
  ['poddisruptionbudget', ['pdb']],
  ['networkpolicy', ['netpol']],
  ['namespace', ['ns']],
])
/** A path never makes a match certain: only content does. */
const MAX_CONFIDENCE = 0.78

/** Scores the path of a file; undefined if nothing in it fits. */
export type ScoreName = (path: string) => NameScore | undefined

/** Returns the scores of paths for an object. */
export function nameScorer(object: ClusterObject): ScoreName {
  const { namespace } = object
  const score = pathScorer(object)
  return (path) => {
    if (!isYaml(path)) return undefined
    const base = score(path.toLowerCase())
    if (base === undefined) return undefined
    const fit = namespace === undefined ? 0 : namespaceFit([folderOf(path)], namespace)
    const confidence = base.confidence + (fit === 1 ? 0.1 : fit === -1 ? -0.2 : 0)
    return confidence <= 0 ? undefined : { ...base, confidence: Math.min(confidence, MAX_CONFIDENCE) }
  }
}

function pathScorer({ kind, name, namespace }: ClusterObject): ScoreName {
  const kindName = kind.toLowerCase()
  const kindWords = new Set([kindName, `${kindName}s`, ...(SHORT_NAMES.get(kindName) ?? [])])
  const fullNames = new Set(
    [...kindWords].flatMap((word) =>
      ['-', '.', '_'].flatMap((mark) => [name + mark + word, word + mark + name]),
    ),
  )
  const nameWords = name.split(/[-.]/)
  return (path) => {
    const stem = baseName(path).replace(/\.ya?ml$/, '')
    if (fullNames.has(stem)) return { confidence: 0.68, method: 'exact' }
    if (stem === name) return { confidence: 0.65, method: 'exact' }
    const folders = folderOf(path).split('/')
    const stemWords = stem.split(/[-._]/)
    const isOfKind = kindWords.has(stem) || stemWords.some((word) => kindWords.has(word))
    if (folders.includes(name)) return { confidence: isOfKind ? 0.62 : 0.4, method: 'directory' }
    const words = new Set([...folders.flatMap((folder) => folder.split(/[-._]/)), ...stemWords])
    const likeness = nameWords.filter((word) => words.has(word)).length / nameWords.length
    if (likeness >= 0.5) return { confidence: 0.4 * likeness + (isOfKind ? 0.1 : 0), method: 'fuzzy' }
    if (namespace !== undefined && folders.includes(namespace) && isOfKind)
      return { confidence: 0.2, method: 'namespace' }
    return undefined
  }
}
