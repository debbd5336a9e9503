import { ConflictError } from '../../../core/errors.ts'
import { quote } from '../../../core/formats/sanitize.ts'
import type { FileChange } from '../host/repository-host.ts'
import type { TreeLookup } from '../tree-lookup.ts'
import { blobSha } from './blob-sha.ts'

/** A file of a change: its new content, and the blob that the caller saw. */
export interface RequestedFile {
  readonly path: string
  readonly content: string
  readonly sha?: string | undefined
}

export interface PlannedFile extends FileChange {
  /** Size of the file that it replaces, in bytes. */
  readonly previousSize: number | undefined
  /** Whether the file already has the content. */
  readonly isSame: boolean
}

/**
 * Returns the changes of files at a commit; modes are kept. Throws ConflictError for a path that is no file, or leads through
 * one. `commit` is any object id of the repository.
 */
export async function planFiles(
  lookup: TreeLookup,
  commit: string,
  files: readonly RequestedFile[],
): Promise<PlannedFile[]> {
  return Promise.all(
    files.map(async ({ path, content }) => {
      await requireFolders(lookup, path)
      const entry = await lookup.entry(path)
      if (entry !== undefined && entry.type !== 'file')
        throw new ConflictError(`${quote(path)} is a ${entry.type}, not a file: it is not replaced`)
      return {
        path,
        content,
        mode: entry?.mode === '100755' ? '100755' : '100644',
        previousSha: entry?.sha,
        previousSize: entry?.size,
        isSame: entry?.sha === blobSha(content, commit),
      }
    }),
  )
}

/** Throws ConflictError for a file that is no longer the one that the caller saw. */
export function requireUnchanged(
  files: readonly RequestedFile[],
  ...plans: readonly (readonly PlannedFile[])[]
): void {
  for (const [index, { path, sha }] of files.entries()) {
    if (sha === undefined) continue
    const current = plans.map((plan) => plan[index]?.previousSha)
    if (!current.includes(sha))
      throw new ConflictError(
        current[0] === undefined
          ? `${quote(path)} does not exist, though the request names its sha ${sha}: read it again`
          : `${quote(path)} has changed since: its sha is ${current[0]}, not ${sha}; read it again`,
      )
  }
}

async function requireFolders(lookup: TreeLookup, path: string): Promise<void> {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at)
    const entry = await lookup.entry(folder)
    // Without this folder there is none below it.
    if (entry === undefined) return
    if (entry.type !== 'dir')
      throw new ConflictError(
        `${quote(folder)} is a ${entry.type}, not a folder: nothing is written below it`,
      )
  }
}
