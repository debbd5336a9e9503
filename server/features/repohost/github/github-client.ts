import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'
import { RequestError } from '@octokit/request-error'
import { InspectorError } from '../../../core/errors.ts'
import { OutboundError } from '../../../outbound/outbound-error.ts'
import { fieldOf } from '../host/json-fields.ts'
import { errorOf, malformed, unusable, type HostCall } from '../host/host-errors.ts'
import type { HostTransport } from '../host/host-transport.ts'
import { octokitFetch } from './octokit-fetch.ts'
import { silentLog } from './octokit-log.ts'

const PagingOctokit = Octokit.plugin(paginateRest)
/** Supported until March 2028 at least, and the only one of older Enterprise Servers. */
const API_VERSION = '2022-11-28'
const JSON_TYPE = 'application/vnd.github+json'

/** Parameters of a route, and its body. */
export type GitHubParameters = Readonly<Record<string, unknown>>

export interface GitHubOptions {
  readonly signal: AbortSignal
  /** Default: JSON. */
  readonly accept?: string
  readonly maxBytes?: number
  readonly isImmutable?: boolean
}

/** A successful response, not parsed. */
export interface GitHubResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Buffer
}

/** Calls of GitHub's REST API through Octokit, over the transport of this service. */
export class GitHubClient {
  readonly #octokit: InstanceType<typeof PagingOctokit>
  readonly #transport: HostTransport
  readonly #now: () => number

  /** `now`: milliseconds since 1970. */
  constructor(baseUrl: string, transport: HostTransport, now: () => number) {
    this.#transport = transport
    this.#now = now
    this.#octokit = new PagingOctokit({ baseUrl, log: silentLog })
  }

  /**
   * Sends a request. The body is not parsed by Octokit, whose parser for large numbers takes six times as long for a large
   * tree.
   */
  async send(
    route: string,
    parameters: GitHubParameters,
    call: HostCall,
    options: GitHubOptions,
  ): Promise<GitHubResponse> {
    return this.#guarded(call, async () => {
      const response = await this.#octokit.request(route, this.#request(parameters, options, false))
      const { status, headers } = response
      const data: unknown = response.data
      const bytes =
        data instanceof ReadableStream ? Buffer.from(await new Response(data).arrayBuffer()) : Buffer.alloc(0)
      return { status, headers: textHeaders(headers), bytes }
    })
  }

  /** Sends a request and reads a JSON response with `read`, which throws FieldError for an unexpected one. */
  async json<T>(
    route: string,
    parameters: GitHubParameters,
    call: HostCall,
    options: GitHubOptions,
    read: (value: unknown, headers: GitHubResponse['headers']) => T,
  ): Promise<T> {
    const { bytes, headers } = await this.send(route, parameters, call, options)
    try {
      return read(JSON.parse(bytes.toString()), headers)
    } catch (error) {
      throw malformed(call, error)
    }
  }

  /** Reads one page of a list; the plugin knows the envelopes, and that an empty repository has no branches (409). */
  async page<T>(
    route: string,
    parameters: GitHubParameters,
    call: HostCall,
    options: GitHubOptions,
    read: (item: unknown) => T,
  ): Promise<{ items: T[]; more: boolean }> {
    const response = await this.#guarded(call, async () => {
      const [method = 'GET', url = ''] = route.split(' ')
      const { request, headers } = this.#request({}, options, true)
      // Given a route as text, the plugin drops the fetch function, and with it every limit and the credential.
      const bound = this.#octokit.request.defaults({ method, url, headers, request })
      // The plugin's type of the parameters is that of the last overload, a text.
      const pages = this.#octokit.paginate.iterator(bound, parameters as never)
      for await (const page of pages) return page
      return undefined
    })
    try {
      const items: unknown = response?.data ?? []
      if (!Array.isArray(items)) throw new TypeError('not a list')
      return { items: items.map(read), more: /<[^>]*>;\s*rel="next"/.test(response?.headers.link ?? '') }
    } catch (error) {
      throw malformed(call, error)
    }
  }

  #request(parameters: GitHubParameters, options: GitHubOptions, isParsed: boolean) {
    const { signal, accept = JSON_TYPE } = options
    return {
      ...parameters,
      headers: { accept, 'x-github-api-version': API_VERSION },
      request: {
        fetch: octokitFetch((request) => this.#transport.send({ ...request, ...options })),
        signal,
        parseSuccessResponseBody: isParsed,
        redirect: 'manual' as const,
      },
    }
  }

  async #guarded<T>(call: HostCall, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#meaningOf(error, call)
    }
  }

  #meaningOf(error: unknown, call: HostCall): unknown {
    if (error instanceof InspectorError) return error
    // The plugin fails for a list that is none.
    if (!(error instanceof RequestError)) return malformed(call, error)
    const { response, cause } = error
    if (cause instanceof OutboundError) return unusable(cause, call)
    // An error of the credential already says what is wrong.
    if (response === undefined) return cause instanceof Error ? cause : malformed(call, error)
    const { status } = response
    const message = messageOf(response.data)
    return errorOf({ status, headers: textHeaders(response.headers), message }, call, this.#now())
  }
}

function textHeaders(headers: object): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** Returns the message of an error response with its details, which say what is wrong with a 422. */
function messageOf(data: unknown): string {
  const message = fieldOf(data, 'message')
  const errors = fieldOf(data, 'errors')
  const details = (Array.isArray(errors) ? errors : [])
    .slice(0, 5)
    .map((one: unknown) =>
      typeof one === 'string' ? one : (fieldOf(one, 'message') ?? fieldOf(one, 'code')),
    )
    .filter((text) => typeof text === 'string')
  const text = typeof message === 'string' ? message : 'no reason is given'
  return [text, ...details].join(': ')
}
