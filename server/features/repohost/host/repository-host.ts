/** A repository by its owner (a user or an organization) and name. */
export interface RepositoryName {
  readonly owner: string
  readonly repo: string
}

export interface Repository extends RepositoryName {
  readonly fullName: string
  readonly defaultBranch: string
  readonly private: boolean
  /** Whether the credential may push. */
  readonly canPush: boolean
  readonly updatedAt: string | undefined
}

export interface Branch {
  readonly name: string
  /** The commit at its head. */
  readonly sha: string
  readonly protected: boolean
}

export type EntryType = 'file' | 'dir' | 'symlink' | 'submodule'

/** One entry of a tree. */
export interface TreeEntry {
  /** Relative to the tree. */
  readonly path: string
  readonly type: EntryType
  /** As Git writes it: `100644`, `100755`. */
  readonly mode: string
  readonly sha: string
  /** In bytes; undefined unless it is a file. */
  readonly size: number | undefined
}

export interface Tree {
  readonly entries: readonly TreeEntry[]
  /** Whether the host left out entries. */
  readonly truncated: boolean
}

/** One page of a list of the host. */
export interface Page<T> {
  readonly items: readonly T[]
  /** Whether a next page exists. */
  readonly more: boolean
  /** Number of the next page, if it is not that after this one. */
  readonly next?: number
}

export interface PullRequest {
  readonly number: number
  /** Of its page for browsers. */
  readonly url: string
  readonly state: 'open' | 'closed' | 'merged'
  readonly title: string
  readonly head: {
    readonly branch: string
    readonly sha: string
    /** Whether the branch is of the same repository, not of a fork. */
    readonly isOwn: boolean
  }
  readonly base: string
  /** `unknown`: the host is still computing it. */
  readonly mergeable: 'yes' | 'no' | 'unknown'
  /** The commit on the base, once merged. */
  readonly mergeSha: string | undefined
}

/** The content that a file is to have. */
export interface FileChange {
  readonly path: string
  readonly content: string
  readonly mode: string
  /** Blob that it replaces; undefined for a new file. */
  readonly previousSha: string | undefined
}

export interface CommitRequest {
  /** Branch and commit that the change was decided on. */
  readonly base: { readonly branch: string; readonly commit: string }
  /** Branch to create at the new commit; undefined: the base branch moves. */
  readonly newBranch: string | undefined
  readonly files: readonly FileChange[]
  readonly message: string
}

export interface NewPullRequest {
  readonly branch: string
  readonly base: string
  readonly title: string
  readonly body: string
  readonly draft: boolean
}

export type MergeMethod = 'merge' | 'squash' | 'rebase'

/** The account that a credential belongs to. */
export interface HostIdentity {
  readonly login: string
  readonly scopes: readonly string[] | undefined
  readonly expiresAt: string | undefined
}

/** Errors by which callers of the port decide what to do next. */
export type BranchProblem = 'branch exists' | 'pull request exists' | 'draft refused'

/**
 * Port to a repository host, with one credential. Reads reject with HostObjectNotFoundError, ForbiddenByHostError,
 * TooManyRequestsError and HostError; writes also with ConflictError, and with UnknownOutcomeError where the host may have
 * done it. Nothing is sent twice.
 */
export interface RepositoryHost {
  /** Returns the account of the credential. */
  identity(signal: AbortSignal): Promise<HostIdentity>
  /** Returns a page of the repositories that the credential may see; pages begin at 1. */
  repositories(page: number, signal: AbortSignal): Promise<Page<Repository>>
  repository(name: RepositoryName, signal: AbortSignal): Promise<Repository>
  /** Returns a page of branches; none of an empty repository. */
  branches(name: RepositoryName, page: number, signal: AbortSignal): Promise<Page<Branch>>
  /** Returns the commit of a branch, a tag or a sha; undefined if the repository is empty. */
  resolve(name: RepositoryName, ref: string, signal: AbortSignal): Promise<string | undefined>
  /** Returns the commit at the head of a branch; undefined if there is none. */
  branchHead(name: RepositoryName, branch: string, signal: AbortSignal): Promise<string | undefined>
  /** Returns the tree of a commit or of a tree's sha. */
  tree(name: RepositoryName, sha: string, recursive: boolean, signal: AbortSignal): Promise<Tree>
  /** Returns the bytes of a blob; rejects with PayloadTooLargeError above the limit. */
  blob(name: RepositoryName, sha: string, maxBytes: number, signal: AbortSignal): Promise<Buffer>
  /** Makes one commit of all files; returns it. All or nothing. */
  commit(name: RepositoryName, request: CommitRequest, signal: AbortSignal): Promise<string>
  deleteBranch(name: RepositoryName, branch: string, signal: AbortSignal): Promise<void>
  /** Returns the last pull request of a branch of the repository, in whatever state. */
  pullRequestOf(
    name: RepositoryName,
    branches: { readonly branch: string; readonly base: string },
    signal: AbortSignal,
  ): Promise<PullRequest | undefined>
  /** Returns open pull requests into a branch, newest first, at most 500. */
  openPullRequests(name: RepositoryName, base: string, signal: AbortSignal): Promise<readonly PullRequest[]>
  pullRequest(name: RepositoryName, number: number, signal: AbortSignal): Promise<PullRequest>
  createPullRequest(name: RepositoryName, request: NewPullRequest, signal: AbortSignal): Promise<PullRequest>
  /** Merges a pull request if its head is still this commit. */
  merge(
    name: RepositoryName,
    number: number,
    options: { readonly method: MergeMethod; readonly headSha: string },
    signal: AbortSignal,
  ): Promise<void>
}
