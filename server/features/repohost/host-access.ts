import { Minimatch } from 'minimatch'
import { ForbiddenByPolicyError, HostObjectNotFoundError, UnauthenticatedError } from '../../core/errors.ts'
import type { Repository, RepositoryHost, RepositoryName } from './host/repository-host.ts'
import type { OpenHost } from './open-host.ts'

export interface AccessRules {
  /** Use of the shared credential that callers have. */
  readonly shared: 'none' | 'read' | 'write'
  /** Globs of `owner/name`; empty: all repositories. */
  readonly repositories: readonly string[]
  readonly readOnly: boolean
}

/** Rules by which callers use the credential of the service at the repository host. */
export class HostAccess {
  readonly #open: OpenHost
  readonly #rules: AccessRules
  readonly #globs: readonly Minimatch[]

  constructor(open: OpenHost, rules: AccessRules) {
    this.#open = open
    this.#rules = rules
    const options = { nocase: true, nonegate: true, nocomment: true, noext: true, braceExpandMax: 64 }
    this.#globs = rules.repositories.map((glob) => new Minimatch(glob, options))
  }

  /** Returns the host for reads. Throws UnauthenticatedError if callers may not use the credential. */
  forReads(): RepositoryHost {
    if (this.#rules.shared === 'none')
      throw new UnauthenticatedError(
        'nobody is connected to the repository host: its shared credential is for nobody; set repohost.shared to read or write',
      )
    return this.#open.host
  }

  /** Returns the host for writes; throws ForbiddenByPolicyError as well. */
  forWrites(): RepositoryHost {
    const { readOnly, shared } = this.#rules
    if (readOnly)
      throw new ForbiddenByPolicyError(
        'pull requests and merges are switched off: repohost.readOnly is set',
        'set repohost.readOnly=false',
      )
    const host = this.forReads()
    if (shared !== 'write')
      throw new ForbiddenByPolicyError(
        'the credential of the repository host is shared for reads only',
        'set repohost.shared=write',
      )
    return host
  }

  /** Returns what a caller may know of the credential; never the credential. */
  get state(): { readonly via: 'installation' | 'token' | 'none'; readonly reason: string | undefined } {
    if (this.#rules.shared === 'none')
      return {
        via: 'none',
        reason: 'the shared credential is for nobody: set repohost.shared to read or write',
      }
    return { via: this.#open.via, reason: undefined }
  }

  /** Whether callers may propose and merge changes. */
  get isWritable(): boolean {
    return this.#rules.shared === 'write' && !this.#rules.readOnly
  }

  isServed({ owner, repo }: RepositoryName): boolean {
    return this.#globs.length === 0 || this.#globs.some((glob) => glob.match(`${owner}/${repo}`))
  }

  /** Reads a repository; one that is not served does not exist. A rename may lead to one, so its new name counts too. */
  async repository(host: RepositoryHost, name: RepositoryName, signal: AbortSignal): Promise<Repository> {
    const found = this.isServed(name) ? await host.repository(name, signal) : undefined
    if (found !== undefined && this.isServed(found)) return found
    const repository = `${name.owner}/${name.repo}`
    throw new HostObjectNotFoundError(`the repository host has no repository "${repository}"`, { repository })
  }
}
