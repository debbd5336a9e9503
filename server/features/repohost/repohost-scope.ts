import type { RepositoryReader } from './read-repository.ts'
import type { AuthStatus } from './schema.ts'
import type { RepositoryWriter } from './write-repository.ts'

/** The repository host, as handlers see it. */
export interface Repohost {
  readonly read: Pick<RepositoryReader, 'repositories' | 'branches' | 'tree' | 'file' | 'files'>
  readonly write: Pick<RepositoryWriter, 'createPr' | 'createMultiFilePr' | 'mergePr'>
  status(): Promise<AuthStatus>
}
