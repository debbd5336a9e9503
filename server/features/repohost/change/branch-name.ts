import { createHash } from 'node:crypto'
import type { RepositoryName } from '../host/repository-host.ts'

/** Beginning of every branch that this service creates by itself. */
export const OWN_BRANCHES = 'cluster-inspector/'

const DIGEST = /^-[0-9a-f]{12}(?:-[2-9])?$/

/** The content of a change, which its branch is named by. */
export interface NamedChange {
  readonly name: RepositoryName
  readonly base: string
  readonly files: readonly { readonly path: string; readonly content: string }[]
}

/** Returns the beginning of the branches of one object, or of changes without one. */
export function branchStem(object: { namespace: string; name: string } | undefined): string {
  return `${OWN_BRANCHES}${object === undefined ? 'files' : `${object.namespace}/${object.name}`}`
}

/** Returns the branch of a change: the same for the same content, so that a repeated request finds it. */
export function branchOf(stem: string, { name, base, files }: NamedChange): string {
  const content = [name.owner, name.repo, base, ...files.flatMap((file) => [file.path, file.content])]
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  return `${stem}-${digest.slice(0, 12)}`
}

/** Whether a branch is one of those with this stem. */
export function hasStem(branch: string, stem: string): boolean {
  return branch.startsWith(stem) && DIGEST.test(branch.slice(stem.length))
}
