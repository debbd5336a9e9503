import { isUtf8 } from 'node:buffer'
import { ConflictError } from '../../../core/errors.ts'
import { quote } from '../../../core/formats/sanitize.ts'
import type { Repository, RepositoryHost } from '../host/repository-host.ts'
import { TreeLookup } from '../tree-lookup.ts'

const MAX_BYTES = 1024 * 1024

/** Returns a text file of the branch that a change is for, by default the default branch. Throws ConflictError without one. */
export async function readBase(
  host: RepositoryHost,
  repository: Repository,
  branch: string | undefined,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly content: string; readonly sha: string }> {
  const base = branch ?? repository.defaultBranch
  const commit = await host.branchHead(repository, base, signal)
  if (commit === undefined)
    throw new ConflictError(`the repository ${quote(repository.fullName)} has no commit on ${quote(base)}`)
  const entry = await new TreeLookup(host, repository, commit, signal).entry(path)
  if (entry?.type !== 'file')
    throw new ConflictError(
      `${quote(path)} is ${entry === undefined ? 'not there' : `a ${entry.type}`}, so it has no fields`,
    )
  const bytes = await host.blob(repository, entry.sha, MAX_BYTES, signal)
  if (!isUtf8(bytes)) throw new ConflictError(`${quote(path)} is not a text in UTF-8`)
  return { content: bytes.toString(), sha: entry.sha }
}
