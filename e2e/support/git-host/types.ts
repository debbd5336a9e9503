import type { GitRepository } from './git-repository.ts'

/** A pull request of the host. */
export interface HostedPull {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly head: string
  readonly base: string
  readonly draft: boolean
  state: 'open' | 'closed'
  mergeSha: string | undefined
  /** Responses that still say that mergeability is being computed. */
  computing: number
}

/** A repository of the host. */
export interface HostedRepository {
  readonly id: number
  owner: string
  name: string
  readonly git: GitRepository
  readonly defaultBranch: string
  readonly pulls: HostedPull[]
  /** Protected branches. */
  readonly protected: Set<string>
  /** Entries after which a recursive tree is truncated. */
  treeLimit: number
  canPush: boolean
  /** Whether the plan has draft pull requests. */
  drafts: boolean
}

/** A request as an operation sees it. */
export interface HostRequest {
  readonly host: HostState
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  readonly accept: string
  readonly authorization: string
}

export interface HostResponse {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is, instead of JSON. */
  readonly raw?: Buffer
}

/** A token that the API accepts. */
export interface HostedToken {
  readonly login: string
  /** Number of the installation that it is of. */
  readonly installation?: number
  /** Whether it is that of a person for the App. */
  readonly isOfApp?: boolean
}

/** The state of the host, as operations see it. */
export interface HostState {
  readonly url: string
  readonly repositories: readonly HostedRepository[]
  readonly tokens: Map<string, HostedToken>
  /** Accounts with an installation of the App. */
  readonly oauth: { readonly installations: readonly string[] }
  /** Public key of the App, in PEM. */
  readonly appKey: string | undefined
  /** Seconds that the clock of the host is ahead. */
  readonly clockOffset: number
  find(owner: string, name: string): HostedRepository | undefined
}

/** An operation of GitHub's API, by its method and path in GitHub's document. */
export interface Operation {
  readonly key: string
  readonly method: string
  readonly pattern: RegExp
  /** Whether it is authenticated by the key of an App. */
  readonly isForApp: boolean
  handle(request: HostRequest, token: string): Promise<HostResponse>
}
