import { compareTexts } from '../../../core/formats/compare-texts.ts'
import { isObject, stringsOf } from '../../../core/json.ts'
import { documentsIn, textIn, type FileObject } from './objects.ts'
import { baseName, folderOf, isRemote, resolvePath, type RepositoryFile } from './repository-file.ts'

/** A kustomization file. Source: kustomize.config.k8s.io/v1beta1. */
export interface Kustomization {
  readonly path: string
  readonly folder: string
  /** Files and folders of the repository that it builds. */
  readonly resources: readonly string[]
  /** Bases on other hosts, which are never read. */
  readonly remote: readonly string[]
  /** Files with patches. */
  readonly patches: readonly string[]
  readonly namespace: string | undefined
  readonly namePrefix: string
  readonly nameSuffix: string
}

/** An object that kustomize builds from a file. */
export interface BuiltObject {
  readonly object: FileObject
  readonly name: string
  readonly namespace: string | undefined
}

const FILES: ReadonlySet<string> = new Set(['kustomization.yaml', 'kustomization.yml', 'Kustomization'])
/** Kinds whose names kustomize does not change. Source: kustomize, builtinpluginconsts/nameprefix.go. */
const UNCHANGED: ReadonlySet<string> = new Set(['Namespace', 'CustomResourceDefinition', 'APIService'])
/** Depth of kustomizations that include each other. */
const MAX_DEPTH = 16

export function isKustomization(path: string): boolean {
  return FILES.has(baseName(path))
}

/** Returns the kustomizations of a repository by folder, in the order of their paths. */
export function kustomizationsIn(files: readonly RepositoryFile[]): ReadonlyMap<string, Kustomization> {
  const found = new Map<string, Kustomization>()
  for (const file of files.toSorted((a, b) => compareTexts(a.path, b.path)))
    if (isKustomization(file.path)) {
      const kustomization = parseKustomization(file)
      if (kustomization !== undefined) found.set(kustomization.folder, kustomization)
    }
  return found
}

function parseKustomization(file: RepositoryFile): Kustomization | undefined {
  // A file without an extension is YAML as well.
  const [document] = documentsIn({ ...file, path: `${file.path}.yaml` })
  if (!isObject(document)) return undefined
  const folder = folderOf(file.path)
  const included = [...stringsOf(document['resources']), ...stringsOf(document['bases'])]
  const components = stringsOf(document['components'])
  const listed = [...included, ...components]
  return {
    path: file.path,
    folder,
    resources: inRepository(folder, listed),
    remote: listed.filter(isRemote),
    patches: inRepository(folder, patchesIn(document)),
    namespace: textIn(document, 'namespace'),
    namePrefix: textIn(document, 'namePrefix') ?? '',
    nameSuffix: textIn(document, 'nameSuffix') ?? '',
  }
}

function patchesIn(document: Readonly<Record<string, unknown>>): readonly string[] {
  const lists = [document['patches'], document['patchesJson6902']]
  const named = lists
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .flatMap((patch) => textIn(patch, 'path') ?? [])
  // An entry of patchesStrategicMerge is a path, or the patch itself.
  const merged = stringsOf(document['patchesStrategicMerge']).filter((text) => !text.includes('\n'))
  return [...named, ...merged]
}

function inRepository(folder: string, references: readonly string[]): readonly string[] {
  return references
    .filter((reference) => !isRemote(reference))
    .flatMap((reference) => resolvePath(folder, reference) ?? [])
}

/** Returns the folders that other kustomizations build: those are bases and components. */
export function includedFolders(all: ReadonlyMap<string, Kustomization>): ReadonlySet<string> {
  return new Set([...all.values()].flatMap(({ resources }) => resources).filter((path) => all.has(path)))
}

/** Returns the objects that a kustomization builds, with their names and namespaces; a cycle is cut. */
export function build(
  at: Kustomization,
  all: ReadonlyMap<string, Kustomization>,
  objects: ReadonlyMap<string, readonly FileObject[]>,
  above: ReadonlySet<string> = new Set(),
): readonly BuiltObject[] {
  if (above.has(at.folder) || above.size >= MAX_DEPTH) return []
  const within = new Set([...above, at.folder])
  return at.resources
    .flatMap((path) => {
      const inner = all.get(path)
      return inner === undefined
        ? (objects.get(path) ?? []).map((object) => ({ object, ...object }))
        : build(inner, all, objects, within)
    })
    .map(({ object, name, namespace }) => ({
      object,
      name: UNCHANGED.has(object.kind) ? name : `${at.namePrefix}${name}${at.nameSuffix}`,
      namespace: at.namespace ?? namespace,
    }))
}
