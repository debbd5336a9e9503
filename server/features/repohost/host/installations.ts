import type { Page, Repository } from './repository-host.ts'

/** An installation of a GitHub App. */
export interface Installation {
  readonly id: number
  readonly account: {
    readonly login: string
    readonly type: string
    readonly avatarUrl: string | undefined
  }
  readonly repositorySelection: 'all' | 'selected'
}

/** Installations of a GitHub App that a credential may see. */
export interface InstallationDirectory {
  /** Returns a page of them; pages begin at 1. */
  installations(page: number, signal: AbortSignal): Promise<Page<Installation>>
  /** Returns a page of the repositories of one. Rejects with HostObjectNotFoundError if the credential does not see it. */
  repositories(installation: number, page: number, signal: AbortSignal): Promise<Page<Repository>>
}
