import { ConflictError } from '../../../core/errors.ts'
import { pause, withTimeLimit, type Clock } from '../../../core/clock.ts'
import { UnknownOutcomeError } from '../host/host-errors.ts'
import type { MergeMethod, PullRequest, Repository, RepositoryHost } from '../host/repository-host.ts'
import { OWN_BRANCHES } from './branch-name.ts'

/** Times that a host is asked whether it can merge, while it computes that. */
const ATTEMPTS = 3
const BETWEEN_MS = 1000
const RETRY_SECONDS = 5
const LOOK_MS = 5_000

export interface Merge {
  readonly repository: Repository
  readonly number: number
  readonly method: MergeMethod
  /** Commit that the caller saw at the head; undefined: whatever it is now. */
  readonly expectedHeadSha: string | undefined
  /** Undefined: only a branch that this service created. */
  readonly deleteBranch: boolean | undefined
}

export interface MergeDependencies {
  readonly host: RepositoryHost
  readonly time: Clock
  /** Records the write before it happens; throws if that is impossible. */
  readonly record: () => Promise<void>
  readonly signal: AbortSignal
}

export interface MergeResult {
  readonly sha: string | undefined
  readonly message: string
}

/** Merges a pull request at the head that was decided on. One that is merged already is a success. */
export async function mergePullRequest(merge: Merge, dependencies: MergeDependencies): Promise<MergeResult> {
  const { repository, number, method } = merge
  const { host, record, signal } = dependencies
  const pullRequest = await mergeable(merge, dependencies)
  if (pullRequest.state === 'merged') return { sha: pullRequest.mergeSha, message: 'already merged' }
  await record()
  try {
    await host.merge(repository, number, { method, headSha: pullRequest.head.sha }, signal)
  } catch (error) {
    // The host may have merged without saying so.
    const now = error instanceof UnknownOutcomeError ? await stateAfter(merge, dependencies) : undefined
    if (now?.state !== 'merged') throw error
  }
  const merged = await stateAfter(merge, dependencies)
  const note = await deleteHead(pullRequest, merge, dependencies)
  return { sha: merged?.mergeSha, message: `pull request ${number} is merged${note}` }
}

/** Returns the pull request once it can be merged, or is; throws ConflictError. */
async function mergeable(merge: Merge, { host, time, signal }: MergeDependencies): Promise<PullRequest> {
  const { repository, number, expectedHeadSha } = merge
  for (let attempt = 1; ; attempt++) {
    const found = await host.pullRequest(repository, number, signal)
    if (found.state === 'merged') return found
    if (found.state === 'closed') throw new ConflictError(`pull request ${number} is closed`)
    if (expectedHeadSha !== undefined && found.head.sha !== expectedHeadSha)
      throw new ConflictError(
        `the head of pull request ${number} has moved: it is ${found.head.sha}, not ${expectedHeadSha}`,
      )
    if (found.mergeable === 'yes') return found
    if (found.mergeable === 'no')
      throw new ConflictError(`pull request ${number} cannot be merged: it conflicts with ${found.base}`)
    if (attempt === ATTEMPTS)
      throw new ConflictError(
        `the host has not found out whether pull request ${number} can be merged, or it has conflicts: retry later`,
        { retryAfterSeconds: RETRY_SECONDS },
      )
    await pause(time, BETWEEN_MS, signal)
    signal.throwIfAborted()
  }
}

/** Returns the pull request after an attempt to merge; undefined if it cannot be read. */
async function stateAfter(
  { repository, number }: Merge,
  { host, time }: MergeDependencies,
): Promise<PullRequest | undefined> {
  try {
    return await withTimeLimit(time, LOOK_MS, (late) => host.pullRequest(repository, number, late))
  } catch {
    return undefined
  }
}

/** Deletes the head after the merge. A failure is a note only: the merge itself is done. */
async function deleteHead(
  { head }: PullRequest,
  { repository, deleteBranch }: Merge,
  { host, time }: MergeDependencies,
): Promise<string> {
  const isWanted = deleteBranch ?? head.branch.startsWith(OWN_BRANCHES)
  if (!isWanted || !head.isOwn || head.branch === repository.defaultBranch) return ''
  try {
    await withTimeLimit(time, LOOK_MS, (late) => host.deleteBranch(repository, head.branch, late))
    return ', its branch is deleted'
  } catch {
    return ', its branch could not be deleted'
  }
}
