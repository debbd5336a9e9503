import { HostObjectNotFoundError } from '../../core/errors.ts'
import type { RepositoryHost, RepositoryName, Tree, TreeEntry } from './host/repository-host.ts'
import { baseName, folderOf, joinPath } from './layout/repository-file.ts'

/** Paths and entries of the tree of one commit. A truncated tree is walked folder by folder. */
export class TreeLookup {
  readonly #host: RepositoryHost
  readonly #name: RepositoryName
  readonly #commit: string
  readonly #signal: AbortSignal
  #whole: Promise<{ readonly tree: Tree; readonly byPath: ReadonlyMap<string, TreeEntry> }> | undefined

  constructor(host: RepositoryHost, name: RepositoryName, commit: string, signal: AbortSignal) {
    this.#host = host
    this.#name = name
    this.#commit = commit
    this.#signal = signal
  }

  /** Returns every entry, as far as the host sends them. */
  async whole(): Promise<Tree> {
    return (await this.#index()).tree
  }

  /** Returns the entry at a path; undefined if there is none. */
  async entry(path: string): Promise<TreeEntry | undefined> {
    const { tree, byPath } = await this.#index()
    const found = byPath.get(path)
    if (found !== undefined || !tree.truncated) return found
    const level = await this.#walk(folderOf(path))
    const name = baseName(path)
    const entry = level?.entries.find((one) => one.path === name)
    return entry && { ...entry, path }
  }

  /** Returns the entries directly below a folder, with paths from the root; '' is the root. Undefined if it is no folder. */
  async level(folder: string): Promise<Tree | undefined> {
    const { tree, byPath } = await this.#index()
    if (tree.truncated) {
      const level = await this.#walk(folder)
      return (
        level && {
          ...level,
          entries: level.entries.map((one) => ({ ...one, path: joinPath(folder, one.path) })),
        }
      )
    }
    if (folder !== '' && byPath.get(folder)?.type !== 'dir') return undefined
    const prefix = folder === '' ? '' : `${folder}/`
    const isDirect = ({ path }: TreeEntry): boolean =>
      path.startsWith(prefix) && !path.includes('/', prefix.length)
    return { entries: tree.entries.filter(isDirect), truncated: false }
  }

  async #walk(folder: string): Promise<Tree | undefined> {
    let tree = await this.#read(this.#commit)
    for (const part of folder === '' ? [] : folder.split('/')) {
      const next = tree?.entries.find((one) => one.path === part && one.type === 'dir')
      if (next === undefined) return undefined
      tree = await this.#read(next.sha)
    }
    return tree
  }

  async #read(sha: string): Promise<Tree | undefined> {
    try {
      return await this.#host.tree(this.#name, sha, false, this.#signal)
    } catch (error) {
      if (error instanceof HostObjectNotFoundError) return undefined
      throw error
    }
  }

  async #index() {
    this.#whole ??= this.#host.tree(this.#name, this.#commit, true, this.#signal).then((tree) => ({
      tree,
      byPath: new Map(tree.entries.map((entry) => [entry.path, entry])),
    }))
    return this.#whole
  }
}
