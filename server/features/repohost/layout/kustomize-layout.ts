import { compareTexts } from '../../../core/formats/compare-texts.ts'
import { kustomizationsIn, type Kustomization } from './kustomizations.ts'
import { baseName, folderOf, isInside, type RepositoryFile } from './repository-file.ts'

/** The base and overlays around one folder, as the kustomization files say. */
export interface KustomizeLayout {
  readonly hasKustomization: boolean
  readonly basePath: string | undefined
  readonly overlays: readonly { readonly name: string; readonly path: string }[]
  /** Files that the base names, with its kustomization. */
  readonly baseFiles: readonly string[]
  /** Files that each overlay names, with its kustomization, by the name of the overlay. */
  readonly overlayFiles: Readonly<Record<string, readonly string[]>>
  /** Bases on other hosts, which are not read. */
  readonly remoteBases: readonly string[]
}

const NONE: KustomizeLayout = {
  hasKustomization: false,
  basePath: undefined,
  overlays: [],
  baseFiles: [],
  overlayFiles: {},
  remoteBases: [],
}

/** Returns the base and the overlays that a path, of a folder or a file, belongs to. */
export function kustomizeLayout(path: string, files: readonly RepositoryFile[]): KustomizeLayout {
  const all = kustomizationsIn(files)
  const nearest = nearestKustomization(path, all)
  if (nearest === undefined) return NONE
  const base = baseFor(nearest, all)
  const overlays = [...all.values()].filter(
    ({ folder }) => folder !== base.folder && builds(folder, base.folder, all),
  )
  const family = [base, ...overlays]
  return {
    hasKustomization: true,
    basePath: base.folder,
    overlays: overlays.map(({ folder }) => ({ name: baseName(folder), path: folder })),
    baseFiles: filesOf(base, all),
    overlayFiles: Object.fromEntries(
      overlays.map((overlay) => [nameOf(overlay, overlays), filesOf(overlay, all)]),
    ),
    remoteBases: [...new Set(family.flatMap(({ remote }) => remote))],
  }
}

/** Returns the kustomization of a folder, of one above it, or else the first in it. */
function nearestKustomization(
  path: string,
  all: ReadonlyMap<string, Kustomization>,
): Kustomization | undefined {
  for (let folder = path; ; folder = folderOf(folder)) {
    const found = all.get(folder)
    if (found !== undefined) return found
    if (folder === '') break
  }
  return [...all.values()]
    .filter(({ folder }) => isInside(path, folder))
    .toSorted((a, b) => a.folder.length - b.folder.length || compareTexts(a.folder, b.folder))[0]
}

/** Follows an overlay to the base that it builds; a base is its own. */
function baseFor(from: Kustomization, all: ReadonlyMap<string, Kustomization>): Kustomization {
  const passed = new Set<string>()
  let at = from
  while (!passed.has(at.folder)) {
    passed.add(at.folder)
    const next = at.resources.flatMap((path) => all.get(path) ?? [])[0]
    if (next === undefined) break
    at = next
  }
  return at
}

function builds(from: string, base: string, all: ReadonlyMap<string, Kustomization>, depth = 0): boolean {
  if (depth > all.size) return false
  const resources = all.get(from)?.resources ?? []
  return resources.some((path) => path === base || (all.has(path) && builds(path, base, all, depth + 1)))
}

function filesOf(
  { path, resources, patches }: Kustomization,
  all: ReadonlyMap<string, Kustomization>,
): readonly string[] {
  return [path, ...resources.filter((one) => !all.has(one)), ...patches]
}

/** Two overlays of one name are told apart by their whole path. */
function nameOf({ folder }: Kustomization, overlays: readonly Kustomization[]): string {
  const name = baseName(folder)
  return overlays.filter((one) => baseName(one.folder) === name).length > 1 ? folder : name
}
