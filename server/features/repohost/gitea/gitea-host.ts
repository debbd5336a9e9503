import {
  ConflictError,
  HostError,
  HostObjectNotFoundError,
  PayloadTooLargeError,
} from '../../../core/errors.ts'
import { withProblem, type HostCall, type ProblemWords } from '../host/host-errors.ts'
import { fieldOf, listOf, shaAt, textAt } from '../host/json-fields.ts'
import type {
  Branch,
  CommitRequest,
  HostIdentity,
  MergeMethod,
  NewPullRequest,
  Page,
  PullRequest,
  Repository,
  RepositoryHost,
  RepositoryName,
  Tree,
  TreeEntry,
} from '../host/repository-host.ts'
import { pullRequestOf, repositoryOf, treeOf } from '../github/github-shapes.ts'
import type { GiteaClient } from './gitea-client.ts'

/** Pages have 50 items at most. */
const PAGE = 50
const MAX_PULL_REQUEST_PAGES = 10
const TREE_PAGE = 1000
const MAX_TREE_PAGES = 100
/** Prefix of a title by which Gitea knows a draft. */
const DRAFT = 'WIP: '
const PROBLEMS: ProblemWords = [
  [/pull request already exists/i, 'pull request exists'],
  [/branch already exists/i, 'branch exists'],
]

interface PageOptions {
  readonly page: number
  readonly signal: AbortSignal
  readonly query?: Readonly<Record<string, string>>
}

/** Gitea or Forgejo, with one credential. */
export class GiteaHost implements RepositoryHost {
  readonly #client: GiteaClient
  readonly #name: string

  /** `name`: of the host, for messages. */
  constructor(client: GiteaClient, name: string) {
    this.#client = client
    this.#name = name
  }

  async identity(signal: AbortSignal): Promise<HostIdentity> {
    const call = this.#hostCall('read the account of the token')
    return this.#client.json({ method: 'GET', path: ['user'], signal }, call, (user) => ({
      login: textAt(user, 'login'),
      scopes: undefined,
      expiresAt: undefined,
    }))
  }

  async repositories(page: number, signal: AbortSignal): Promise<Page<Repository>> {
    return this.#page(['user', 'repos'], { page, signal }, this.#hostCall('list repositories'), repositoryOf)
  }

  async repository(name: RepositoryName, signal: AbortSignal): Promise<Repository> {
    const request = { method: 'GET', path: pathOf(name), signal }
    return this.#client.json(request, this.#call('read', name), repositoryOf)
  }

  async branches(name: RepositoryName, page: number, signal: AbortSignal): Promise<Page<Branch>> {
    const call = this.#call('list the branches of', name)
    return this.#page([...pathOf(name), 'branches'], { page, signal }, call, branchOf)
  }

  async resolve(name: RepositoryName, ref: string, signal: AbortSignal): Promise<string | undefined> {
    const call = this.#call(`resolve ${JSON.stringify(ref)} in`, name, { ref })
    const path = [...pathOf(name), 'git', 'commits', ref]
    const query = { stat: 'false', verification: 'false', files: 'false' }
    try {
      return await this.#client.json({ method: 'GET', path, query, signal }, call, (one) => shaAt(one, 'sha'))
    } catch (error) {
      // 422: the text cannot be a ref.
      if (!(error instanceof ConflictError) && !(error instanceof HostObjectNotFoundError)) throw error
      const { items } = await this.branches(name, 1, signal)
      if (items.length === 0) return undefined
      throw new HostObjectNotFoundError(
        `${this.#name} does not know ref ${JSON.stringify(ref)}`,
        call.subject,
      )
    }
  }

  async branchHead(name: RepositoryName, branch: string, signal: AbortSignal): Promise<string | undefined> {
    const request = { method: 'GET', path: [...pathOf(name), 'branches', branch], signal }
    try {
      const call = this.#call('read a branch of', name)
      return await this.#client.json(request, call, (value) => branchOf(value).sha)
    } catch (error) {
      if (error instanceof HostObjectNotFoundError || error instanceof ConflictError) return undefined
      throw error
    }
  }

  async tree(name: RepositoryName, sha: string, recursive: boolean, signal: AbortSignal): Promise<Tree> {
    const call = this.#call('read a tree of', name)
    const path = [...pathOf(name), 'git', 'trees', sha]
    const entries: TreeEntry[] = []
    for (let page = 1; page <= MAX_TREE_PAGES; page++) {
      const query = { recursive: String(recursive), per_page: String(TREE_PAGE), page: String(page) }
      const request = { method: 'GET', path, query, signal, isImmutable: true }
      const tree = await this.#client.json(request, call, treeOf)
      entries.push(...tree.entries)
      // Gitea says by `truncated` that there is a next page.
      if (!tree.truncated || tree.entries.length === 0) return { entries, truncated: false }
    }
    return { entries, truncated: true }
  }

  async blob(name: RepositoryName, sha: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
    const call = this.#call('read a file of', name)
    const path = [...pathOf(name), 'git', 'blobs', sha]
    // The content is in base64, among other fields.
    const limit = Math.ceil(maxBytes * 1.4) + 16_384
    const request = { method: 'GET', path, signal, isImmutable: true, maxBytes: limit }
    const bytes = await this.#client.json(request, call, (blob) => {
      const content = fieldOf(blob, 'content')
      return typeof content === 'string' ? Buffer.from(content, 'base64') : undefined
    })
    // Above a limit of its own, Gitea leaves the content out.
    if (bytes === undefined)
      throw new HostError(`could not ${call.action}`, 'the host does not serve so large a file')
    if (bytes.length > maxBytes) throw new PayloadTooLargeError(`the file is larger than ${maxBytes} bytes`)
    return bytes
  }

  async commit(
    name: RepositoryName,
    { base, newBranch, files, message }: CommitRequest,
    signal: AbortSignal,
  ): Promise<string> {
    const body = {
      branch: base.branch,
      ...(newBranch === undefined ? {} : { new_branch: newBranch }),
      message,
      // Gitea compares each sha with the head of the branch, so that no change since is overwritten.
      files: files.map(({ path, content, previousSha }) => ({
        operation: previousSha === undefined ? 'create' : 'update',
        path,
        content: Buffer.from(content).toString('base64'),
        ...(previousSha === undefined ? {} : { sha: previousSha }),
      })),
    }
    const request = { method: 'POST', path: [...pathOf(name), 'contents'], body, signal }
    return this.#write('commit to', name, request, (response) => shaAt(response, 'commit.sha'))
  }

  async deleteBranch(name: RepositoryName, branch: string, signal: AbortSignal): Promise<void> {
    const call = this.#call(`delete branch ${JSON.stringify(branch)} of`, name, {}, true)
    await this.#client.send({ method: 'DELETE', path: [...pathOf(name), 'branches', branch], signal }, call)
  }

  async pullRequestOf(
    name: RepositoryName,
    { branch, base }: { readonly branch: string; readonly base: string },
    signal: AbortSignal,
  ): Promise<PullRequest | undefined> {
    const request = { method: 'GET', path: [...pathOf(name), 'pulls', base, branch], signal }
    try {
      const call = this.#call('read a pull request of', name)
      const found = await this.#client.json(request, call, giteaPullRequestOf)
      if (found.state === 'open') return found
      // Of several, Gitea returns any.
      const open = await this.openPullRequests(name, base, signal)
      return open.find(({ head }) => head.isOwn && head.branch === branch) ?? found
    } catch (error) {
      if (error instanceof HostObjectNotFoundError) return undefined
      throw error
    }
  }

  async openPullRequests(
    name: RepositoryName,
    base: string,
    signal: AbortSignal,
  ): Promise<readonly PullRequest[]> {
    const call = this.#call('list pull requests of', name)
    const path = [...pathOf(name), 'pulls']
    const query = { state: 'open', base_branch: base }
    const found: PullRequest[] = []
    for (let page = 1; page <= MAX_PULL_REQUEST_PAGES; page++) {
      const { items, more } = await this.#page(path, { page, signal, query }, call, giteaPullRequestOf)
      found.push(...items.filter((one) => one.base === base))
      if (!more) break
    }
    return found
  }

  async pullRequest(name: RepositoryName, number: number, signal: AbortSignal): Promise<PullRequest> {
    const call = this.#call(`read pull request ${number} of`, name, { pullNumber: String(number) })
    const request = { method: 'GET', path: [...pathOf(name), 'pulls', String(number)], signal }
    return this.#client.json(request, call, giteaPullRequestOf)
  }

  async createPullRequest(
    name: RepositoryName,
    { branch, base, title, body, draft }: NewPullRequest,
    signal: AbortSignal,
  ): Promise<PullRequest> {
    const fields = { head: branch, base, title: draft ? `${DRAFT}${title}` : title, body }
    const request = { method: 'POST', path: [...pathOf(name), 'pulls'], body: fields, signal }
    return this.#write('create a pull request in', name, request, giteaPullRequestOf)
  }

  async merge(
    name: RepositoryName,
    number: number,
    { method, headSha }: { readonly method: MergeMethod; readonly headSha: string },
    signal: AbortSignal,
  ): Promise<void> {
    const path = [...pathOf(name), 'pulls', String(number), 'merge']
    const body = { Do: method, head_commit_id: headSha }
    const call = this.#call(`merge pull request ${number} of`, name, {}, true)
    await this.#client.send({ method: 'POST', path, body, signal }, call)
  }

  async #write<T>(
    action: string,
    name: RepositoryName,
    request: Parameters<GiteaClient['send']>[0],
    read: (value: unknown) => T,
  ): Promise<T> {
    try {
      return await this.#client.json(request, this.#call(action, name, {}, true), read)
    } catch (error) {
      throw withProblem(error, PROBLEMS)
    }
  }

  async #page<T>(
    path: readonly string[],
    { page, signal, query }: PageOptions,
    call: HostCall,
    read: (item: unknown) => T,
  ): Promise<Page<T>> {
    const request = {
      method: 'GET',
      path,
      query: { ...query, limit: String(PAGE), page: String(page) },
      signal,
    }
    return this.#client.json(request, call, (value, headers) => ({
      // The branches of an empty repository are null.
      items: (value === null ? [] : listOf(value)).map(read),
      more: /<[^>]*>;\s*rel="next"/.test(headers['link'] ?? ''),
    }))
  }

  #call(
    action: string,
    { owner, repo }: RepositoryName,
    subject: Readonly<Record<string, string>> = {},
    isWrite = false,
  ): HostCall {
    const repository = `${owner}/${repo}`
    const call = this.#hostCall(`${action} ${repository}`)
    return { ...call, isWrite, subject: { repository, ...subject } }
  }

  #hostCall(action: string): HostCall {
    return { host: this.#name, action, isWrite: false, subject: {} }
  }
}

function pathOf({ owner, repo }: RepositoryName): readonly string[] {
  return ['repos', owner, repo]
}

function branchOf(value: unknown): Branch {
  return {
    name: textAt(value, 'name'),
    sha: shaAt(value, 'commit.id'),
    protected: fieldOf(value, 'protected') === true,
  }
}

/** Reads a pull request. One that Gitea says it cannot merge may also be one that it has not checked yet. */
function giteaPullRequestOf(value: unknown): PullRequest {
  const found = pullRequestOf(value)
  return { ...found, mergeable: found.mergeable === 'no' ? 'unknown' : found.mergeable }
}
