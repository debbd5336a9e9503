import type { NamedPullRequest, PullRequestState } from './pull-request-states.ts'
import type { LayoutReader } from './read-layout.ts'
import type { RepositoryReader } from './read-repository.ts'
import type { AuthStatus } from './schema.ts'
import type { RepositoryWriter } from './write-repository.ts'

/** The repository host, as handlers see it. */
export interface Repohost {
  readonly read: Pick<RepositoryReader, 'repositories' | 'branches' | 'tree' | 'file' | 'files'>
  readonly write: Pick<RepositoryWriter, 'createPr' | 'createMultiFilePr' | 'mergePr'>
  readonly layout: Pick<LayoutReader, 'kustomize' | 'structure' | 'match'>
  status(): Promise<AuthStatus>
  /** Returns the states of pull requests in their order; undefined for one that the host does not tell. */
  pullRequestStates(named: readonly NamedPullRequest[]): Promise<readonly (PullRequestState | undefined)[]>
}
