import type { Body } from './api.ts'

/** State of the credential. */
export type HostStatus = Body<'getRepositoryHostStatus'>

export type MatchedFile = NonNullable<Body<'matchRepositoryFile'>['match']>
export type BasketFile = Body<'listBasket'>['basket'][number]

/** A branch of a repository. */
export interface Branch {
  readonly owner: string
  readonly repo: string
  readonly branch: string
}

/** Kinds that controllers create: no file declares their objects. */
const WITHOUT_FILE = new Set(['Pod', 'ReplicaSet', 'Event', 'Node'])

/** Whether objects of a kind may come from a file of a repository. */
export function hasFile(kind: string): boolean {
  return !WITHOUT_FILE.has(kind)
}

/** Returns the address at which a caller connects its account; it leads back to the page. */
export function connectAddress(connectUrl: string, address: string): string {
  const [path = '', query = ''] = connectUrl.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('return', address)
  return `${path}?${parameters.toString()}`
}

/** Edited files of one branch, which one pull request can take. */
export interface ChangedBranch {
  readonly branch: Branch
  readonly files: readonly BasketFile[]
}

/** Returns edited files by their branch; files without one are left out, since no pull request can take them. */
export function groupByBranch(files: readonly BasketFile[]): readonly ChangedBranch[] {
  const groups = Map.groupBy(files, ({ owner, repo, branch }) => JSON.stringify([owner, repo, branch]))
  return [...groups.values()].flatMap((some) => {
    const [{ owner, repo, branch } = {} as Partial<BasketFile>] = some
    if (owner === undefined || repo === undefined || branch === undefined) return []
    return [{ branch: { owner, repo, branch }, files: some }]
  })
}
