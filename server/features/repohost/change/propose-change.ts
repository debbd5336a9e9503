import { ConflictError, HostError, errorMessage } from '../../../core/errors.ts'
import { withTimeLimit, type Clock } from '../../../core/clock.ts'
import { quote } from '../../../core/formats/sanitize.ts'
import { HostConflictError, UnknownOutcomeError } from '../host/host-errors.ts'
import type { PullRequest, Repository, RepositoryHost } from '../host/repository-host.ts'
import { TreeLookup } from '../tree-lookup.ts'
import { hasStem } from './branch-name.ts'
import { planFiles, requireUnchanged, type PlannedFile, type RequestedFile } from './planned-files.ts'

/** Time that undoing a failed change may take. */
const UNDO_MS = 5_000
/** Branches of one content whose pull requests were closed. */
const MAX_BRANCHES = 9
/** Times that somebody else may create the branch first. */
const MAX_RACES = 3

export interface Change {
  readonly repository: Repository
  readonly base: string
  /** Branch for the content. */
  readonly branch: string
  /** Whether the caller named the branch, so that no other is used in its place. */
  readonly isBranchOfCaller: boolean
  /** Beginning of the branches whose open pull request gets another commit; undefined: none does. */
  readonly updateStem: string | undefined
  readonly files: readonly RequestedFile[]
  readonly message: string
  readonly title: string
  /** Returns the description of the pull request. */
  readonly describe: (files: readonly PlannedFile[]) => string
  readonly draft: boolean
}

export interface ProposedChange {
  /** Whether this request created the pull request. */
  readonly isCreated: boolean
  readonly pullRequest: PullRequest
  readonly commit: string
  readonly files: readonly PlannedFile[]
}

export interface ProposalDependencies {
  readonly host: RepositoryHost
  readonly time: Clock
  /** Whether a draft that the plan of the host refuses becomes a normal pull request. */
  readonly draftFallback: boolean
  /** Records the write before it happens; throws if that is impossible. */
  readonly record: () => Promise<void>
  readonly signal: AbortSignal
}

/** A branch with the content of the change. */
interface ReadyBranch {
  readonly branch: string
  readonly commit: string
  /** Whether this request created it, and has to remove it if no pull request comes of it. */
  readonly isNew: boolean
}

/**
 * Proposes a change by one commit on a branch and a pull request. The same content finds the pull request of an earlier
 * request, also one that ended half way. A failure leaves no branch behind. Nothing is sent twice: where a result is not
 * known, the host is asked for its state.
 */
export async function proposeChange(
  change: Change,
  dependencies: ProposalDependencies,
): Promise<ProposedChange> {
  return new Proposal(change, dependencies).run()
}

class Proposal {
  readonly #change: Change
  readonly #dependencies: ProposalDependencies
  #isRecorded = false

  constructor(change: Change, dependencies: ProposalDependencies) {
    this.#change = change
    this.#dependencies = dependencies
  }

  async run(): Promise<ProposedChange> {
    const { repository, base, files } = this.#change
    const { host, signal } = this.#dependencies
    const commit = await host.branchHead(repository, base, signal)
    if (commit === undefined) throw await this.#noBase()
    const plan = await this.#planAt(commit, signal)
    const updated = await this.#update(plan)
    if (updated !== undefined) return updated
    requireUnchanged(files, plan)
    if (plan.every(({ isSame }) => isSame))
      throw new ConflictError(`nothing to change: branch ${quote(base)} already has this content`)
    const ready = await this.#branch(commit, plan)
    if ('pullRequest' in ready) return ready
    return this.#open(ready, plan)
  }

  async #noBase(): Promise<ConflictError> {
    const { repository, base } = this.#change
    const { host, signal } = this.#dependencies
    const { items } = await host.branches(repository, 1, signal)
    return new ConflictError(
      items.length === 0
        ? `the repository ${quote(repository.fullName)} is empty: create its first commit at the host`
        : `the repository ${quote(repository.fullName)} has no branch ${quote(base)}`,
    )
  }

  /** Adds a commit to the open pull request of the same object, if the caller wants that and there is one. */
  async #update(basePlan: readonly PlannedFile[]): Promise<ProposedChange | undefined> {
    const { repository, base, files, message, updateStem } = this.#change
    const { host, signal } = this.#dependencies
    if (updateStem === undefined) return undefined
    const open = await host.openPullRequests(repository, base, signal)
    const pullRequest = open.find(
      ({ head }) => head.isOwn && (head.branch === updateStem || hasStem(head.branch, updateStem)),
    )
    if (pullRequest === undefined) return undefined
    const { branch, sha } = pullRequest.head
    const plan = await this.#planAt(sha, signal)
    if (plan.every(({ isSame }) => isSame))
      return { isCreated: false, pullRequest, commit: sha, files: basePlan }
    requireUnchanged(files, plan, basePlan)
    await this.#record()
    const request = { base: { branch, commit: sha }, newBranch: undefined, files: changed(plan), message }
    const commit = await this.#committed(branch, () => host.commit(repository, request, signal))
    return { isCreated: false, pullRequest, commit, files: basePlan }
  }

  /** Finds or creates the branch of the content, or the pull request that already proposes it. */
  async #branch(baseCommit: string, plan: readonly PlannedFile[]): Promise<ReadyBranch | ProposedChange> {
    const { repository, base, branch: first, isBranchOfCaller } = this.#change
    const { host, signal } = this.#dependencies
    for (let number = 1, races = 0; number <= MAX_BRANCHES; number++) {
      const branch = number === 1 ? first : `${first}-${number}`
      const head = await host.branchHead(repository, branch, signal)
      if (head === undefined) {
        const created = await this.#create(branch, baseCommit, plan)
        if (created !== undefined) return created
        // Somebody else created it in between: it is looked at again.
        if (++races > MAX_RACES)
          throw new ConflictError(`branch ${quote(branch)} keeps changing: retry later`)
        number--
        continue
      }
      const isSame = (await this.#planAt(head, signal)).every((file) => file.isSame)
      const pullRequest = await host.pullRequestOf(repository, { branch, base }, signal)
      if (isSame && pullRequest?.state === 'open')
        return { isCreated: false, pullRequest, commit: head, files: plan }
      if (isSame && pullRequest === undefined) return { branch, commit: head, isNew: false }
      if (isBranchOfCaller)
        throw new ConflictError(
          `branch ${quote(branch)} exists already: choose another, or set update to add to its pull request`,
        )
    }
    throw new ConflictError(
      `the same change was proposed and closed ${MAX_BRANCHES} times: delete branches ${quote(`${first}…`)} at the host`,
    )
  }

  /** Creates the branch with one commit; undefined if it exists by now. */
  async #create(
    branch: string,
    baseCommit: string,
    plan: readonly PlannedFile[],
  ): Promise<ReadyBranch | undefined> {
    const { repository, base, message } = this.#change
    const { host, signal } = this.#dependencies
    await this.#record()
    const files = changed(plan)
    const request = { base: { branch: base, commit: baseCommit }, newBranch: branch, files, message }
    try {
      const commit = await this.#committed(branch, () => host.commit(repository, request, signal))
      return { branch, commit, isNew: true }
    } catch (error) {
      if (error instanceof HostConflictError && error.problem === 'branch exists') return undefined
      throw error
    }
  }

  /** Commits, and looks at the branch where the result is not known. */
  async #committed(branch: string, commit: () => Promise<string>): Promise<string> {
    try {
      return await commit()
    } catch (error) {
      if (!(error instanceof UnknownOutcomeError)) throw error
      const { repository } = this.#change
      const { host, signal } = this.#dependencies
      return this.#withinUndo(error, branch, async (undo) => {
        const head = await host.branchHead(repository, branch, undo)
        const isDone = head !== undefined && (await this.#planAt(head, undo)).every(({ isSame }) => isSame)
        if (isDone && !signal.aborted) return head
        if (isDone && this.#change.updateStem === undefined) await host.deleteBranch(repository, branch, undo)
        throw error
      })
    }
  }

  /** Creates the pull request of a branch; without one, a branch of this request is removed. */
  async #open({ branch, commit, isNew }: ReadyBranch, plan: readonly PlannedFile[]): Promise<ProposedChange> {
    const { repository, base } = this.#change
    const { host, signal } = this.#dependencies
    await this.#record()
    try {
      const pullRequest = await this.#createPullRequest(branch, plan)
      return { isCreated: true, pullRequest, commit, files: plan }
    } catch (error) {
      const isKnown = error instanceof HostConflictError && error.problem === 'pull request exists'
      return this.#withinUndo(error, branch, async (undo) => {
        // Looked for first: the host may have created it without saying so.
        const found = await host.pullRequestOf(repository, { branch, base }, isKnown ? signal : undo)
        if (found?.state === 'open') return { isCreated: !isKnown, pullRequest: found, commit, files: plan }
        if (isNew) await host.deleteBranch(repository, branch, undo)
        throw error
      })
    }
  }

  async #createPullRequest(branch: string, plan: readonly PlannedFile[]): Promise<PullRequest> {
    const { repository, base, title, describe, draft } = this.#change
    const { host, signal, draftFallback } = this.#dependencies
    const request = { branch, base, title, body: describe(plan), draft }
    try {
      return await host.createPullRequest(repository, request, signal)
    } catch (error) {
      const isRefused = error instanceof HostConflictError && error.problem === 'draft refused'
      if (!isRefused || !draftFallback) throw error
      return host.createPullRequest(repository, { ...request, draft: false }, signal)
    }
  }

  /** Runs work after a failure, within 5 s of its own. Rejects with the failure, or with both if the work fails as well. */
  async #withinUndo<T>(
    failure: unknown,
    branch: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      return await withTimeLimit(this.#dependencies.time, UNDO_MS, work)
    } catch (error) {
      if (error === failure) throw error
      throw new HostError(
        failure instanceof Error ? failure.message : 'the change failed',
        `branch ${quote(branch)} may be left behind, since the state of the host could not be read or undone: ${errorMessage(error)}`,
        { cause: failure },
      )
    }
  }

  async #planAt(commit: string, signal: AbortSignal): Promise<PlannedFile[]> {
    const { repository, files } = this.#change
    return planFiles(new TreeLookup(this.#dependencies.host, repository, commit, signal), commit, files)
  }

  async #record(): Promise<void> {
    if (this.#isRecorded) return
    await this.#dependencies.record()
    this.#isRecorded = true
  }
}

function changed(plan: readonly PlannedFile[]): readonly PlannedFile[] {
  return plan.filter(({ isSame }) => !isSame)
}
