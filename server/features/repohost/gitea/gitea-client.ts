import type { OutboundResponse } from '../../../outbound/outbound-client.ts'
import { OutboundError } from '../../../outbound/outbound-error.ts'
import { fieldOf } from '../host/json-fields.ts'
import { errorOf, malformed, unusable, type HostCall } from '../host/host-errors.ts'
import type { HostRequest, HostTransport } from '../host/host-transport.ts'

/** A request below `/api/v1`. */
export interface GiteaRequest {
  readonly method: string
  /** Segments of the path, which are encoded one by one. */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly signal: AbortSignal
  readonly isImmutable?: boolean
  readonly maxBytes?: number
}

/** Calls of the REST API of Gitea and Forgejo. */
export class GiteaClient {
  readonly #root: string
  readonly #transport: HostTransport
  readonly #now: () => number

  /** `now`: milliseconds since 1970. */
  constructor(baseUrl: string, transport: HostTransport, now: () => number) {
    this.#root = `${baseUrl}/api/v1`
    this.#transport = transport
    this.#now = now
  }

  /** Sends a request; rejects with the meaning of any status but success. */
  async send(request: GiteaRequest, call: HostCall): Promise<OutboundResponse> {
    const { path, query, body, ...rest } = request
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
    const url = `${this.#root}/${path.map(encodeURIComponent).join('/')}${search}`
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await this.#sent({ ...rest, ...content, url, headers }, call)
    const { status } = response
    if (status >= 200 && status < 300) return response
    const failed = { status, headers: response.headers, message: messageOf(response) }
    throw errorOf(failed, call, this.#now())
  }

  /** Sends a request and reads the JSON response with `read`, which throws FieldError for an unexpected one. */
  async json<T>(
    request: GiteaRequest,
    call: HostCall,
    read: (value: unknown, headers: OutboundResponse['headers']) => T,
  ): Promise<T> {
    const { body, headers } = await this.send(request, call)
    try {
      return read(JSON.parse(body.toString()), headers)
    } catch (error) {
      throw malformed(call, error)
    }
  }

  async #sent(request: HostRequest, call: HostCall): Promise<OutboundResponse> {
    try {
      return await this.#transport.send(request)
    } catch (error) {
      throw error instanceof OutboundError ? unusable(error, call) : error
    }
  }
}

function messageOf({ body }: OutboundResponse): string {
  try {
    const message = fieldOf(JSON.parse(body.toString()), 'message')
    if (typeof message === 'string' && message !== '') return message
  } catch {
    // The response is not JSON, so it has no message for people.
  }
  return 'no reason is given'
}
