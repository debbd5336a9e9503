import { HostObjectNotFoundError } from '../../../core/errors.ts'
import type { HostCall } from '../host/host-errors.ts'
import type { Installation, InstallationDirectory } from '../host/installations.ts'
import type { Page, Repository } from '../host/repository-host.ts'
import type { GitHubClient } from './github-client.ts'
import { installationOf, repositoryOf } from './github-shapes.ts'

const PAGE = 100
/** Pages of installations that one request looks at. */
const MAX_PAGES = 10
/** Numbers of pages of all repositories that belong to one installation. */
const SPAN = 1000

/** Installations of a GitHub App that a person may see, and their repositories, by the token of that person. */
export class UserInstallations implements InstallationDirectory {
  readonly #client: GitHubClient
  readonly #name: string
  #allInstallations: Promise<readonly Installation[]> | undefined

  /** `name`: of the host, for messages. */
  constructor(client: GitHubClient, name: string) {
    this.#client = client
    this.#name = name
  }

  async installations(page: number, signal: AbortSignal): Promise<Page<Installation>> {
    const parameters = { per_page: PAGE, page }
    const call = this.#call('list the installations of the App', {})
    return this.#client.page('GET /user/installations', parameters, call, { signal }, installationOf)
  }

  async repositories(installation: number, page: number, signal: AbortSignal): Promise<Page<Repository>> {
    const route = 'GET /user/installations/{installation_id}/repositories'
    const parameters = { installation_id: installation, per_page: PAGE, page }
    const subject = { installation: String(installation) }
    const call = this.#call('list the repositories of an installation', subject)
    return this.#client.page(route, parameters, call, { signal }, repositoryOf)
  }

  /** Returns a page of the repositories of all installations. */
  async all(page: number, signal: AbortSignal): Promise<Page<Repository>> {
    const installations = await (this.#allInstallations ??= this.#list(signal))
    const index = Math.floor(page / SPAN)
    const installation = installations[index]
    if (installation === undefined) return { items: [], more: false }
    const { items, more } = await this.#present(installation.id, page % SPAN, signal)
    if (more) return { items, more }
    return { items, more: index + 1 < installations.length, next: (index + 1) * SPAN + 1 }
  }

  /** Returns a page of one installation; none if it was removed meanwhile. */
  async #present(installation: number, page: number, signal: AbortSignal): Promise<Page<Repository>> {
    try {
      return await this.repositories(installation, page, signal)
    } catch (error) {
      if (error instanceof HostObjectNotFoundError) return { items: [], more: false }
      throw error
    }
  }

  async #list(signal: AbortSignal): Promise<readonly Installation[]> {
    const found: Installation[] = []
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { items, more } = await this.installations(page, signal)
      found.push(...items)
      if (!more) break
    }
    return found
  }

  #call(action: string, subject: Readonly<Record<string, string>>): HostCall {
    return { host: this.#name, action, isWrite: false, subject }
  }
}
