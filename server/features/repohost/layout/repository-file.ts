/** A file of a repository; without `content` only its path is known. */
export interface RepositoryFile {
  /** Path from the root, without a leading slash. */
  readonly path: string
  readonly content?: string
}

/** An object of a cluster, for which a file is looked for. */
export interface ClusterObject {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

/** Larger files are not parsed: no manifest that people edit comes near. */
export const MAX_FILE_BYTES = 1024 * 1024

/** Returns the folder of a path; the root is the empty text. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at < 0 ? '' : path.slice(0, at)
}

/** Returns the last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the path that `relative` names from a folder; undefined if that is outside of the repository. */
export function resolvePath(folder: string, relative: string): string | undefined {
  const segments = relative.startsWith('/') || folder === '' ? [] : folder.split('/')
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.join('/')
}

/** Whether a path is in a folder, at any depth; everything is in the root. */
export function isInside(folder: string, path: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

/** Returns the path of an entry of a folder; the root is the empty text. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

export function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path)
}

/** Whether a path may be that of a manifest: YAML that is not in a folder of tools, such as `.github`. */
export function isManifest(path: string): boolean {
  return isYaml(path) && !path.split('/').some((segment) => segment.startsWith('.'))
}

/** Whether a reference of a kustomization or an application leads to another host. */
export function isRemote(reference: string): boolean {
  return /^[a-z+]+:\/\/|^git@|^(?:github|gitlab|bitbucket)\.(?:com|org)\/|\?ref=/i.test(reference)
}
