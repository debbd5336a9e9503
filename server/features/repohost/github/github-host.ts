import { ConflictError, HostObjectNotFoundError, PayloadTooLargeError } from '../../../core/errors.ts'
import { withProblem, type HostCall, type ProblemWords } from '../host/host-errors.ts'
import { optionalTextAt, shaAt, textAt } from '../host/json-fields.ts'
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
} from '../host/repository-host.ts'
import type { GitHubClient, GitHubOptions } from './github-client.ts'
import { branchOf, pullRequestOf, repositoryOf, timeOf, treeOf } from './github-shapes.ts'

const PAGE = 100
const MAX_PULL_REQUEST_PAGES = 5
/** GitHub sends at most 100,000 entries or 7 MB of a tree. */
const MAX_TREE_BYTES = 16 * 1024 * 1024
const REPO = '/repos/{owner}/{repo}'
/** GitHub has one status for all problems. */
const PROBLEMS: ProblemWords = [
  [/pull request already exists/i, 'pull request exists'],
  [/reference already exists/i, 'branch exists'],
  [/draft/i, 'draft refused'],
]

/** Account of a credential that is not a person: an installation of an App. */
export interface InstallationAccount {
  identity(signal: AbortSignal): Promise<HostIdentity>
}

/** Lists repositories in pages, which begin at 1. */
export type RepositoryLister = (page: number, signal: AbortSignal) => Promise<Page<Repository>>

export interface GitHubHostOptions {
  readonly client: GitHubClient
  /** Name of the host for messages. */
  readonly name: string
  /** Undefined: the credential is a token of an account. */
  readonly installation: InstallationAccount | undefined
  /** Lists the repositories; default: by the credential itself. */
  readonly repositories?: RepositoryLister
}

/** GitHub, or an Enterprise Server, with one credential. */
export class GitHubHost implements RepositoryHost {
  readonly #client: GitHubClient
  readonly #name: string
  readonly #installation: InstallationAccount | undefined
  readonly #repositories: RepositoryLister | undefined

  constructor({ client, name, installation, repositories }: GitHubHostOptions) {
    this.#client = client
    this.#name = name
    this.#installation = installation
    this.#repositories = repositories
  }

  async identity(signal: AbortSignal): Promise<HostIdentity> {
    if (this.#installation !== undefined) return this.#installation.identity(signal)
    const call = this.#call('read the account of the token', {})
    return this.#client.json('GET /user', {}, call, { signal }, (user, headers) => ({
      login: textAt(user, 'login'),
      scopes: headers['x-oauth-scopes']?.split(/\s*,\s*/).filter((scope) => scope !== ''),
      expiresAt: timeOf(headers['github-authentication-token-expiration']),
    }))
  }

  async repositories(page: number, signal: AbortSignal): Promise<Page<Repository>> {
    if (this.#repositories !== undefined) return this.#repositories(page, signal)
    // A token of an installation may not list those of a user.
    const route = this.#installation === undefined ? 'GET /user/repos' : 'GET /installation/repositories'
    const call = this.#call('list repositories', {})
    return this.#client.page(route, { per_page: PAGE, page }, call, { signal }, repositoryOf)
  }

  async repository(name: RepositoryName, signal: AbortSignal): Promise<Repository> {
    const call = this.#callOf('read', name)
    return this.#client.json(`GET ${REPO}`, onlyName(name), call, { signal }, repositoryOf)
  }

  async branches(name: RepositoryName, page: number, signal: AbortSignal): Promise<Page<Branch>> {
    const call = this.#callOf('list the branches of', name)
    const parameters = { ...onlyName(name), per_page: PAGE, page }
    return this.#client.page(`GET ${REPO}/branches`, parameters, call, { signal }, branchOf)
  }

  async resolve(name: RepositoryName, ref: string, signal: AbortSignal): Promise<string | undefined> {
    const call = this.#callOf(`resolve ${JSON.stringify(ref)} in`, name, { ref })
    const options = { signal, accept: 'application/vnd.github.sha' }
    try {
      const { bytes } = await this.#client.send(
        `GET ${REPO}/commits/{ref}`,
        { ...onlyName(name), ref },
        call,
        options,
      )
      return shaAt({ sha: bytes.toString() }, 'sha')
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      // 409: the repository is empty; 422: no commit has this name.
      if (/empty/i.test(error.reason ?? '')) return undefined
      throw new HostObjectNotFoundError(
        `${this.#name} does not know ref ${JSON.stringify(ref)}`,
        call.subject,
      )
    }
  }

  async branchHead(name: RepositoryName, branch: string, signal: AbortSignal): Promise<string | undefined> {
    const call = this.#callOf('read a branch of', name)
    const parameters = { ...onlyName(name), ref: `heads/${branch}` }
    try {
      return await this.#client.json(`GET ${REPO}/git/ref/{ref}`, parameters, call, { signal }, (ref) =>
        shaAt(ref, 'object.sha'),
      )
    } catch (error) {
      if (error instanceof HostObjectNotFoundError || error instanceof ConflictError) return undefined
      throw error
    }
  }

  async tree(name: RepositoryName, sha: string, recursive: boolean, signal: AbortSignal): Promise<Tree> {
    const call = this.#callOf('read a tree of', name)
    const parameters = { ...onlyName(name), tree_sha: sha, ...(recursive ? { recursive: '1' } : {}) }
    const options = { signal, isImmutable: true, maxBytes: MAX_TREE_BYTES }
    return this.#client.json(`GET ${REPO}/git/trees/{tree_sha}`, parameters, call, options, treeOf)
  }

  async blob(name: RepositoryName, sha: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
    const call = this.#callOf('read a file of', name)
    const options: GitHubOptions = {
      signal,
      accept: 'application/vnd.github.raw+json',
      isImmutable: true,
      // A byte more tells too large a file from one of the limit.
      maxBytes: maxBytes + 1,
    }
    const parameters = { ...onlyName(name), file_sha: sha }
    const { bytes } = await this.#client.send(`GET ${REPO}/git/blobs/{file_sha}`, parameters, call, options)
    if (bytes.length > maxBytes) throw new PayloadTooLargeError(`the file is larger than ${maxBytes} bytes`)
    return bytes
  }

  async commit(name: RepositoryName, request: CommitRequest, signal: AbortSignal): Promise<string> {
    const { base, files, message, newBranch } = request
    const { json } = this.#writer(name, 'commit to', signal)
    const baseTree = await this.#client.json(
      `GET ${REPO}/git/commits/{commit_sha}`,
      { ...onlyName(name), commit_sha: base.commit },
      this.#callOf('read a commit of', name),
      { signal, isImmutable: true },
      (commit) => shaAt(commit, 'tree.sha'),
    )
    const entries = files.map(({ path, mode, content }) => ({ path, mode, type: 'blob', content }))
    const tree = await json('POST', '/git/trees', { base_tree: baseTree, tree: entries }, shaOf)
    const commit = await json('POST', '/git/commits', { message, tree, parents: [base.commit] }, shaOf)
    if (newBranch === undefined)
      await json(
        'PATCH',
        '/git/refs/{ref}',
        { ref: `heads/${base.branch}`, sha: commit, force: false },
        shaOf,
      )
    else await this.#createBranch(name, newBranch, commit, signal)
    return commit
  }

  async deleteBranch(name: RepositoryName, branch: string, signal: AbortSignal): Promise<void> {
    const call = this.#callOf(`delete branch ${JSON.stringify(branch)} of`, name, {}, true)
    const parameters = { ...onlyName(name), ref: `heads/${branch}` }
    await this.#client.send(`DELETE ${REPO}/git/refs/{ref}`, parameters, call, { signal })
  }

  async pullRequestOf(
    name: RepositoryName,
    { branch, base }: { readonly branch: string; readonly base: string },
    signal: AbortSignal,
  ): Promise<PullRequest | undefined> {
    const filter = { head: `${name.owner}:${branch}`, base, state: 'all' }
    const { items } = await this.#pullRequests(name, filter, 1, signal)
    return items.find((one) => one.head.branch === branch && one.head.isOwn)
  }

  async openPullRequests(
    name: RepositoryName,
    base: string,
    signal: AbortSignal,
  ): Promise<readonly PullRequest[]> {
    const found: PullRequest[] = []
    for (let page = 1; page <= MAX_PULL_REQUEST_PAGES; page++) {
      const { items, more } = await this.#pullRequests(name, { base, state: 'open' }, page, signal)
      found.push(...items)
      if (!more) break
    }
    return found
  }

  async pullRequest(name: RepositoryName, number: number, signal: AbortSignal): Promise<PullRequest> {
    const call = this.#callOf(`read pull request ${number} of`, name, { pullNumber: String(number) })
    const parameters = { ...onlyName(name), pull_number: number }
    return this.#client.json(`GET ${REPO}/pulls/{pull_number}`, parameters, call, { signal }, pullRequestOf)
  }

  async createPullRequest(
    name: RepositoryName,
    { branch, ...request }: NewPullRequest,
    signal: AbortSignal,
  ): Promise<PullRequest> {
    const { json } = this.#writer(name, 'create a pull request in', signal)
    try {
      return await json('POST', '/pulls', { ...request, head: branch }, pullRequestOf)
    } catch (error) {
      throw withProblem(error, PROBLEMS)
    }
  }

  async merge(
    name: RepositoryName,
    number: number,
    { method, headSha }: { readonly method: MergeMethod; readonly headSha: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { json } = this.#writer(name, `merge pull request ${number} of`, signal)
    const parameters = { pull_number: number, merge_method: method, sha: headSha }
    await json('PUT', '/pulls/{pull_number}/merge', parameters, () => undefined)
  }

  async #createBranch(name: RepositoryName, branch: string, sha: string, signal: AbortSignal): Promise<void> {
    const { json } = this.#writer(name, `create branch ${JSON.stringify(branch)} in`, signal)
    try {
      await json('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha }, () => undefined)
    } catch (error) {
      throw withProblem(error, PROBLEMS)
    }
  }

  async #pullRequests(
    name: RepositoryName,
    filter: Readonly<Record<string, string>>,
    page: number,
    signal: AbortSignal,
  ): Promise<Page<PullRequest>> {
    const call = this.#callOf('list pull requests of', name)
    const order = { sort: 'created', direction: 'desc' }
    const parameters = { ...onlyName(name), ...filter, ...order, per_page: PAGE, page }
    return this.#client.page(`GET ${REPO}/pulls`, parameters, call, { signal }, pullRequestOf)
  }

  /** Returns a function that sends writes below a repository. */
  #writer(name: RepositoryName, action: string, signal: AbortSignal) {
    const call = this.#callOf(action, name, {}, true)
    return {
      json: <T>(
        method: string,
        path: string,
        parameters: Readonly<Record<string, unknown>>,
        read: (value: unknown) => T,
      ): Promise<T> =>
        this.#client.json(
          `${method} ${REPO}${path}`,
          { ...onlyName(name), ...parameters },
          call,
          { signal },
          read,
        ),
    }
  }

  #callOf(
    action: string,
    { owner, repo }: RepositoryName,
    subject: Readonly<Record<string, string>> = {},
    isWrite = false,
  ): HostCall {
    const repository = `${owner}/${repo}`
    return this.#call(`${action} ${repository}`, { repository, ...subject }, isWrite)
  }

  #call(action: string, subject: Readonly<Record<string, string>>, isWrite = false): HostCall {
    return { host: this.#name, action, isWrite, subject }
  }
}

/** Returns the parameters of a path; what else a repository has would become parameters of the query. */
function onlyName({ owner, repo }: RepositoryName) {
  return { owner, repo }
}

function shaOf(value: unknown): string {
  return optionalTextAt(value, 'object.sha') === undefined ? shaAt(value, 'sha') : shaAt(value, 'object.sha')
}
