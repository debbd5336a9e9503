import { readFile } from 'node:fs/promises'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/core'
import { RequestError } from '@octokit/request-error'
import { HostError } from '../../../core/errors.ts'
import { readFailure } from '../../../core/formats/read-failure.ts'
import type { OutboundClient } from '../../../outbound/outbound-client.ts'
import { OutboundError } from '../../../outbound/outbound-error.ts'
import type { HostCredential } from '../host/host-credential.ts'
import type { Installation } from '../host/installations.ts'
import { optionalTextAt } from '../host/json-fields.ts'
import type { HostIdentity, Page } from '../host/repository-host.ts'
import { installationOf } from './github-shapes.ts'
import { octokitFetch } from './octokit-fetch.ts'
import { silentLog } from './octokit-log.ts'

const FAILURE = 'the credential of the GitHub App cannot be used'

export interface InstallationOptions {
  readonly client: OutboundClient
  readonly baseUrl: string
  readonly appId: string
  readonly privateKeyFile: string
  readonly installationId: number
}

interface App {
  readonly key: string
  readonly octokit: Octokit
}

/**
 * The installation of a GitHub App: tokens of an hour, renewed a minute before their end and after a 401. The key is read
 * whenever a token is needed, since a mounted Secret changes while the process runs.
 */
export class GitHubInstallation implements HostCredential {
  readonly via = 'installation'
  readonly scheme = 'token'
  readonly #options: InstallationOptions
  #app: App | undefined
  #renewing: Promise<string> | undefined

  constructor(options: InstallationOptions) {
    this.#options = options
  }

  async token(signal: AbortSignal): Promise<string> {
    return (await this.#authentication(signal, false)).token
  }

  key(): string {
    return `installation ${this.#options.installationId}`
  }

  /** Returns a new token; requests that were refused together share it. */
  async renew(_refused: string, signal: AbortSignal): Promise<string> {
    this.#renewing ??= this.#authentication(signal, true)
      .then(({ token }) => token)
      .finally(() => (this.#renewing = undefined))
    return this.#renewing
  }

  async identity(signal: AbortSignal): Promise<HostIdentity> {
    const { expiresAt } = await this.#authentication(signal, false)
    const { octokit } = await this.#current()
    const { data } = await this.#guarded(() => octokit.request('GET /app', this.#through(signal)))
    const login = optionalTextAt(data, 'slug')
    return { login: `${login ?? 'app'}[bot]`, scopes: undefined, expiresAt }
  }

  /** Returns the installation itself, as a list of one. */
  async installations(_page: number, signal: AbortSignal): Promise<Page<Installation>> {
    const { installationId } = this.#options
    const { octokit } = await this.#current()
    const { data } = await this.#guarded(() =>
      octokit.request('GET /app/installations/{installation_id}', {
        ...this.#through(signal),
        installation_id: installationId,
      }),
    )
    try {
      return { items: [installationOf(data)], more: false }
    } catch (error) {
      throw new HostError(FAILURE, 'the response is not one of the API of the host', { cause: error })
    }
  }

  async #authentication(
    signal: AbortSignal,
    refresh: boolean,
  ): Promise<{ token: string; expiresAt: string | undefined }> {
    const { octokit } = await this.#current()
    const { fetch } = this.#through(signal).request
    const { installationId } = this.#options
    const authentication = await this.#guarded(() =>
      octokit.auth({
        type: 'installation',
        installationId,
        refresh,
        request: octokit.request.defaults({ request: { fetch } }),
      }),
    )
    const token = optionalTextAt(authentication, 'token')
    if (token === undefined) throw new HostError(FAILURE, 'the response has no token')
    return { token, expiresAt: optionalTextAt(authentication, 'expiresAt') }
  }

  /** Returns Octokit with the App's key, a new one after the key has changed. */
  async #current(): Promise<App> {
    const key = await this.#readKey()
    if (this.#app?.key === key) return this.#app
    const { appId, installationId, baseUrl } = this.#options
    const signal = new AbortController().signal
    const octokit = new Octokit({
      baseUrl,
      log: silentLog,
      authStrategy: createAppAuth,
      auth: { appId, privateKey: key, installationId },
      ...this.#through(signal),
    })
    this.#app = { key, octokit }
    return this.#app
  }

  #through(signal: AbortSignal) {
    const { client } = this.#options
    const fetch = octokitFetch((request) => client.send({ ...request, signal }))
    return { request: { fetch, redirect: 'manual' as const } }
  }

  async #readKey(): Promise<string> {
    try {
      return await readFile(this.#options.privateKeyFile, 'utf8')
    } catch (error) {
      throw new HostError(FAILURE, `the file in repohostPrivateKeyFile cannot be read: ${readFailure(error)}`)
    }
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw new HostError(FAILURE, reasonOf(error), { cause: error })
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof RequestError))
    return 'the file in repohostPrivateKeyFile does not contain a usable key'
  if (error.cause instanceof OutboundError) return error.cause.details
  if (error.status === 401) return 'the host refuses the App: check repohostAppId, the key and the clock'
  if (error.status === 404) return 'the host does not know the installation: check repohostInstallationId'
  return `the host responded with status ${error.status}`
}
