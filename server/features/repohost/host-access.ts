import { Minimatch } from 'minimatch'
import {
  ForbiddenByPolicyError,
  HostAccountRequiredError,
  HostObjectNotFoundError,
} from '../../core/errors.ts'
import type { PersonalAccess, PersonalHost } from './host/personal-access.ts'
import type { Repository, RepositoryHost, RepositoryName } from './host/repository-host.ts'
import type { HostRights, SharedHost } from './open-host.ts'

/** Globs of the repositories to serve. */
export class ServedRepositories {
  readonly #globs: readonly Minimatch[]

  /** `globs` of `owner/name`; none: all repositories. */
  constructor(globs: readonly string[]) {
    const options = { nocase: true, nonegate: true, nocomment: true, noext: true, braceExpandMax: 64 }
    this.#globs = globs.map((glob) => new Minimatch(glob, options))
  }

  includes({ owner, repo }: RepositoryName): boolean {
    return this.#globs.length === 0 || this.#globs.some((glob) => glob.match(`${owner}/${repo}`))
  }
}

export interface AccessRules {
  /** Use of the shared credential that callers have. */
  readonly shared: 'none' | 'read' | 'write'
  readonly served: ServedRepositories
  readonly readOnly: boolean
}

/** A credential that a caller may use. */
export interface UsedCredential extends HostRights {
  readonly via: 'app-user' | 'installation' | 'token'
  /** Whether the caller may propose and merge changes with it. */
  readonly isWritable: boolean
  /** End of the connection of a person's account. */
  readonly expiresAt?: string | undefined
}

/** A caller without a credential, with the reason for people. */
export interface NoCredential {
  readonly via: 'none'
  readonly reason: string
}

/** Access of one request to the repository host, by rules: with the account that the caller connected, else with that of the service. */
export class HostAccess {
  readonly personal: PersonalAccess
  readonly #shared: SharedHost | undefined
  readonly #rules: AccessRules
  readonly #repositories = new Map<string, Promise<Repository>>()
  #credential: Promise<UsedCredential | NoCredential> | undefined

  constructor(shared: SharedHost | undefined, rules: AccessRules, personal: PersonalAccess) {
    this.#shared = shared
    this.#rules = rules
    this.personal = personal
  }

  /** Returns the credential that the caller uses, the same for the whole request. */
  async credential(): Promise<UsedCredential | NoCredential> {
    return (this.#credential ??= this.#find())
  }

  /** Returns the host for reads. Rejects with HostAccountRequiredError if the caller has no credential. */
  async forReads(): Promise<RepositoryHost> {
    return (await this.requireCredential()).host
  }

  /** Returns the host for writes; rejects with ForbiddenByPolicyError as well. */
  async forWrites(): Promise<RepositoryHost> {
    if (this.#rules.readOnly)
      throw new ForbiddenByPolicyError(
        'pull requests and merges are switched off: repohost.readOnly is set',
        'set repohost.readOnly=false',
      )
    const { host, isWritable } = await this.requireCredential()
    if (!isWritable)
      throw new ForbiddenByPolicyError(
        'the credential of the repository host is shared for reads only',
        'set repohost.shared=write',
      )
    return host
  }

  /** Returns the credential; rejects with HostAccountRequiredError if there is none. */
  async requireCredential(): Promise<UsedCredential> {
    const credential = await this.credential()
    if (credential.via !== 'none') return credential
    throw new HostAccountRequiredError(
      `nobody is connected to the repository host: ${credential.reason}`,
      this.personal.connectUrl,
    )
  }

  isServed(name: RepositoryName): boolean {
    return this.#rules.served.includes(name)
  }

  /** Returns a repository, read once per request; one that is not served does not exist. */
  async repository(host: RepositoryHost, name: RepositoryName, signal: AbortSignal): Promise<Repository> {
    const key = `${name.owner}/${name.repo}`
    const reading = this.#repositories.get(key) ?? this.#read(host, name, signal)
    this.#repositories.set(key, reading)
    return reading
  }

  /** Reads a repository. A rename may lead to one that is not served, so its new name counts too. */
  async #read(host: RepositoryHost, name: RepositoryName, signal: AbortSignal): Promise<Repository> {
    const found = this.isServed(name) ? await host.repository(name, signal) : undefined
    if (found !== undefined && this.isServed(found)) return found
    const repository = `${name.owner}/${name.repo}`
    throw new HostObjectNotFoundError(`the repository host has no repository "${repository}"`, { repository })
  }

  async #find(): Promise<UsedCredential | NoCredential> {
    const own = await this.personal.find()
    if (own !== undefined && !('reason' in own)) return this.#personal(own)
    const { shared, readOnly } = this.#rules
    if (this.#shared !== undefined && shared !== 'none')
      return { ...this.#shared, isWritable: shared === 'write' && !readOnly }
    return { via: 'none', reason: own?.reason ?? this.#reason() }
  }

  #personal({ host, installations, expiresAt }: PersonalHost): UsedCredential {
    return { host, installations, via: 'app-user', isWritable: !this.#rules.readOnly, expiresAt }
  }

  #reason(): string {
    if (this.personal.connectUrl !== undefined) return 'connect your account'
    if (this.#shared === undefined) return 'sign in to this service, and connect your account'
    return 'its shared credential is for nobody: set repohost.shared to read or write'
  }
}
