import type { HostAccess } from './host-access.ts'
import type { RepositoryHost, RepositoryName } from './host/repository-host.ts'
import { requireNames, type NamesOfRequest } from './names.ts'
import { TreeLookup } from './tree-lookup.ts'

/** A commit of a repository, for reading. */
export interface OpenCommit {
  readonly host: RepositoryHost
  readonly name: RepositoryName
  readonly fullName: string
  readonly ref: string
  readonly commit: string
  readonly lookup: TreeLookup
}

/** Opens the commit of a ref, by default that of the default branch; undefined if the repository is empty. */
export async function openCommit(
  access: HostAccess,
  query: NamesOfRequest,
  where: 'query' | 'body',
  signal: AbortSignal,
): Promise<OpenCommit | undefined> {
  requireNames(query, where)
  const host = await access.forReads()
  const name = await access.repository(host, query, signal)
  const ref = query.ref ?? name.defaultBranch
  const commit = await host.resolve(name, ref, signal)
  if (commit === undefined) return undefined
  const lookup = new TreeLookup(host, name, commit, signal)
  return { host, name, fullName: name.fullName, ref, commit, lookup }
}
