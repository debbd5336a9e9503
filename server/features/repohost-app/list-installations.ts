import { HostAccountRequiredError, NotConfiguredError } from '../../core/errors.ts'
import type { HostAccess } from '../repohost/host-access.ts'
import type { InstallationDirectory } from '../repohost/host/installations.ts'
import { listPages, type ListRequest } from '../repohost/list-pages.ts'
import { repositoryItem } from '../repohost/read-repository.ts'
import type { InstallationList, InstalledRepositories } from './schema.ts'

/** Lists of one request: the installations of the App that the caller's credential sees, and their repositories. */
export class InstallationLists {
  readonly #access: HostAccess
  readonly #signal: AbortSignal
  /** Whether the host has Apps. */
  readonly #isGitHub: boolean

  constructor(access: HostAccess, signal: AbortSignal, isGitHub: boolean) {
    this.#access = access
    this.#signal = signal
    this.#isGitHub = isGitHub
  }

  async installations(query: ListRequest): Promise<InstallationList> {
    const directory = await this.#directory()
    const { items, ...rest } = await listPages(query, ['installations'], (page) =>
      directory.installations(page, this.#signal),
    )
    return {
      installations: items.map(({ id, account: { avatarUrl, ...account }, repositorySelection }) => ({
        id,
        account: { ...account, ...(avatarUrl === undefined ? {} : { avatarUrl }) },
        repositorySelection,
      })),
      ...rest,
    }
  }

  async repositories({
    installation,
    ...query
  }: ListRequest & { readonly installation?: number | undefined }): Promise<InstalledRepositories> {
    const directory = installation === undefined ? undefined : await this.#directory()
    const { host } = await this.#access.requireCredential()
    const { items, ...rest } = await listPages(
      query,
      ['repositories', String(installation)],
      async (page) =>
        directory === undefined || installation === undefined
          ? host.repositories(page, this.#signal)
          : directory.repositories(installation, page, this.#signal),
      (one) => this.#access.isServed(one),
    )
    return { repositories: items.map(repositoryItem), ...rest }
  }

  async #directory(): Promise<InstallationDirectory> {
    if (!this.#isGitHub)
      throw new NotConfiguredError(
        'the repository host has no Apps, and so no installations',
        'list repositories without `installation`',
      )
    const { installations } = await this.#access.requireCredential()
    if (installations !== undefined) return installations
    throw new HostAccountRequiredError(
      'the shared token of the repository host has no installations: connect your account',
      this.#access.personal.connectUrl,
    )
  }
}
