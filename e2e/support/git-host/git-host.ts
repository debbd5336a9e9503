import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openServer } from '../../../server/testing/open-server.ts'
import { openFolder } from '../folder.ts'
import { completed, requestDifferences, responseDifferences } from './openapi-check.ts'
import { GitRepository } from './git-repository.ts'
import { notFound } from './declare-operation.ts'
import { operations } from './operations.ts'
import { OAuthPages } from './oauth-pages.ts'
import type { HostedRepository, HostedToken, HostResponse, HostState } from './types.ts'

/** A request that the host received. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: unknown
}

/** A fault: handles a request in place of the host; `proceed` does what the host would have done and returns its response. */
export type Fault = (
  request: IncomingMessage,
  response: ServerResponse,
  proceed: () => Promise<HostResponse>,
) => Promise<void> | void

interface PlannedFault {
  readonly pattern: RegExp
  readonly fault: Fault
  times: number
}

/** Token of the account `robot`. */
export const TOKEN = 'ghp_canary0123456789abcdefghijklmnopqrstuv'

/**
 * A host with the REST API of GitHub, for tests. Its state is bare Git repositories; every request and response is compared
 * with GitHub's own OpenAPI document.
 */
export class GitHost implements HostState {
  readonly requests: RecordedRequest[] = []
  /** Differences from GitHub's document; a test ends with an empty list. */
  readonly differences: string[] = []
  readonly repositories: HostedRepository[] = []
  readonly tokens = new Map<string, HostedToken>([[TOKEN, { login: 'robot' }]])
  /** Pages on which people connect their accounts. */
  readonly oauth = new OAuthPages(this.tokens)
  /** Public key of the App, in PEM. */
  appKey: string | undefined
  /** Seconds that the clock of the host is ahead. */
  clockOffset = 0
  readonly #folder = openFolder('git-host')
  readonly #faults: PlannedFault[] = []
  #url = ''

  static async open(): Promise<GitHost> {
    const host = new GitHost()
    const server = createServer((request, response) => {
      host.#serve(request, response).catch((error: unknown) => {
        host.differences.push(`the host failed: ${String(error)}`)
        response.destroy()
      })
    })
    host.#url = `http://127.0.0.1:${await openServer(server)}`
    return host
  }

  get url(): string {
    return this.#url
  }

  /** Creates a repository with files on its default branch; without files it is empty. */
  async create(
    fullName: string,
    files: Readonly<Record<string, string | Buffer>> = {},
    defaultBranch = 'main',
  ): Promise<HostedRepository> {
    const [owner = '', name = ''] = fullName.split('/')
    const id = this.repositories.length + 1
    const folder = join(this.#folder, String(id))
    mkdirSync(folder)
    const git = new GitRepository(folder)
    await git.init(defaultBranch)
    const repository: HostedRepository = {
      id,
      owner,
      name,
      git,
      defaultBranch,
      pulls: [],
      protected: new Set(),
      treeLimit: 100_000,
      canPush: true,
      drafts: true,
    }
    this.repositories.push(repository)
    if (Object.keys(files).length > 0) await git.push(defaultBranch, files)
    return repository
  }

  /** Plays a fault for the next requests whose `METHOD /path` matches. */
  fault(pattern: RegExp, fault: Fault, times = 1): void {
    this.#faults.push({ pattern, fault, times })
  }

  /** Ends every fault. */
  lift(): void {
    this.#faults.length = 0
  }

  find(owner: string, name: string): HostedRepository | undefined {
    const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
    return this.repositories.find((one) => same(one.owner, owner) && same(one.name, name))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    const body: unknown = text === '' ? undefined : isForm ? text : JSON.parse(text)
    const { method = '', url = '' } = request
    this.requests.push({ method, path: url, authorization: request.headers.authorization, body })
    const proceed = async (): Promise<HostResponse> => this.#respond(request, body)
    const planned = this.#faults.find(({ pattern, times }) => times > 0 && pattern.test(`${method} ${url}`))
    if (planned !== undefined) {
      planned.times--
      await planned.fault(request, response, proceed)
      return
    }
    send(response, await proceed(), request.headers['if-none-match'])
  }

  async #respond(request: IncomingMessage, body: unknown): Promise<HostResponse> {
    const url = new URL(request.url ?? '', this.#url)
    const method = request.method ?? ''
    const accept = request.headers.accept ?? ''
    const page = this.oauth.respond({ method, url, body: typeof body === 'string' ? body : '', accept })
    if (page !== undefined) return page
    const found = operations.flatMap((operation) => {
      const match = operation.method === method ? operation.pattern.exec(url.pathname) : null
      return match === null ? [] : [{ operation, groups: match.groups ?? {} }]
    })[0]
    if (found === undefined) return notFound
    const { operation, groups } = found
    const params = Object.fromEntries(
      Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]),
    )
    this.differences.push(...requestDifferences(operation.key, url.searchParams, body))
    const token = /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!operation.isForApp && !this.tokens.has(token))
      return {
        status: 401,
        body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest' },
      }
    const answer = await operation.handle(
      {
        host: this,
        params,
        query: url.searchParams,
        body: (body ?? {}) as Readonly<Record<string, unknown>>,
        accept,
        authorization: request.headers.authorization ?? '',
      },
      token,
    )
    if (answer.raw !== undefined || answer.body === undefined) return answer
    const whole = completed(operation.key, answer.status, answer.body)
    this.differences.push(...responseDifferences(operation.key, answer.status, whole))
    return { ...answer, body: whole }
  }
}

/** Sends a response of the host, with an ETag, or 304 for the same one. */
export function send(response: ServerResponse, answer: HostResponse, known?: string): void {
  const { status, body, headers = {}, raw } = answer
  const bytes = raw ?? Buffer.from(body === undefined ? '' : JSON.stringify(body))
  const etag = `W/"${createHash('sha1').update(bytes).digest('hex')}"`
  const type = raw === undefined ? 'application/json; charset=utf-8' : 'application/octet-stream'
  if (status === 200 && known === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  response
    .writeHead(status, { 'content-type': type, ...(status === 200 ? { etag } : {}), ...headers })
    .end(bytes)
}
