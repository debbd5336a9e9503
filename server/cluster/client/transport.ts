import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { ClusterError, ForbiddenByClusterError } from '../../core/errors.ts'
import { METHODS, type ApiCall, type CallObserver } from './api-call.ts'
import type { ClusterContext } from '../contexts/context.ts'
import { CredentialsError, type Identity } from './credentials/interface.ts'
import { describe, toApiError, statusOf } from './api-error.ts'
import { pathOf, urlOf } from './path.ts'
import { PoolKeeper } from './pools.ts'
import type { Readiness } from '../contexts/reachability.ts'
import { detailsOf } from '../../outbound/failure-details.ts'
import { failureCode, failureOf, isUntrusted, unreachable } from './transport-error.ts'

/** A page of 500 objects is far smaller; a larger body is not a response to any call of this service. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024
const MAX_STATUS_BYTES = 64 * 1024
/** Clusters with hundreds of custom resources have a mebibyte of discovery. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

/** A path outside the resource API: the version, or a document of discovery. */
export type DocumentPath = '/version' | '/api' | '/apis' | '/api/v1' | `/apis/${string}/${string}`

/** A response before its body is read. */
export interface RawAnswer {
  code: number
  /** Delay from the `Retry-After` header. */
  retryAfterMs: number | undefined
  body: Readable
}

/** Parses the bytes of a response, which it may overwrite. */
export type ParseBody = (bytes: Buffer) => unknown

const parseWhole: ParseBody = (bytes) => JSON.parse(bytes.toString('utf8'))

/**
 * Carries every call the server makes to one cluster: one pool of keep-alive connections, deadlines (3 s to connect, 10 s
 * to the header, the caller's signal over all), a cap on what comes back. A call that was answered 401, or not even sent since
 * the certificate is not trusted, was not executed, so it is sent once again where the credentials, read anew, are others;
 * nothing else is repeated here.
 */
export class Transport {
  readonly context: ClusterContext
  readonly #pools: PoolKeeper
  readonly #observer: CallObserver
  readonly #userAgent: string

  constructor(context: ClusterContext, observer: CallObserver, userAgent: string) {
    this.context = context
    this.#pools = new PoolKeeper(context)
    this.#observer = observer
    this.#userAgent = userAgent
  }

  /**
   * Returns the response of a call, which `parse` may read from its bytes without a part of it; throws an InspectorError for
   * every failure. `parse` throws SyntaxError for what is not JSON.
   */
  async json(call: ApiCall, signal: AbortSignal, parse: ParseBody = parseWhole): Promise<unknown> {
    const answer = await this.#send(call, signal, 'calls')
    try {
      return parse(await readBytes(answer.body, MAX_ANSWER_BYTES))
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new ClusterError(`could not ${describe(call)}`, 'the response is not JSON', {
          cause: error,
        })
      throw failureOf(error, call)
    }
  }

  /** Returns the body of a successful response, without a time limit; undefined for 204 (no body). */
  async stream(call: ApiCall, signal: AbortSignal): Promise<Readable | undefined> {
    const answer = await this.#send(call, signal, 'streams')
    if (answer.statusCode !== 204) return answer.body
    await answer.body.dump()
    return undefined
  }

  /** Makes a call only for its status and discards the body; throws like the other methods. */
  async probe(call: ApiCall, signal: AbortSignal): Promise<void> {
    const { body } = await this.#send(call, signal, 'calls')
    body.on('error', () => undefined).destroy()
  }

  /** Returns any response, error statuses included; throws only if there was none. */
  async request(call: ApiCall, signal: AbortSignal, pool: 'calls' | 'streams'): Promise<RawAnswer> {
    const { statusCode, headers, body } = await this.#answer(call, signal, pool)
    return { code: statusCode, retryAfterMs: retryAfterOf(headers['retry-after']), body }
  }

  /**
   * Requests the API server's /readyz. No response counts as not ready. RBAC denies even this path while the
   * API server starts.
   */
  async readiness(signal: AbortSignal): Promise<Readiness> {
    try {
      const { statusCode, body } = await this.#requestPath('/readyz', signal)
      await body.dump()
      if (statusCode === 200) return 'ready'
      return statusCode < 500 ? 'untold' : 'not_ready'
    } catch {
      return 'not_ready'
    }
  }

  /**
   * Returns the parsed response of a path outside the resource API. Throws ForbiddenByClusterError for a 403, and
   * ClusterError for other failures.
   */
  async document(path: DocumentPath, signal: AbortSignal, accept?: string): Promise<unknown> {
    const failed = `could not get ${path}`
    let code: number
    let text: string
    try {
      const answer = await this.#requestPath(path, signal, accept)
      code = answer.statusCode
      text = await readAll(answer.body, MAX_DOCUMENT_BYTES)
    } catch (error) {
      throw new ClusterError(failed, detailsOf(error), { cause: error })
    }
    if (code === 403)
      throw new ForbiddenByClusterError(
        `the cluster denies: get ${path}`,
        [],
        `grant get of the nonResourceURL ${path} to the identity of this service`,
      )
    if (code === 401) throw new ClusterError(failed, 'the API server rejected the credentials (401)')
    if (code !== 200) throw new ClusterError(failed, `the API server answered ${code}`)
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new ClusterError(failed, 'the response is not JSON', { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#pools.close()
  }

  async #requestPath(
    path: '/readyz' | DocumentPath,
    signal: AbortSignal,
    accept = 'application/json',
  ): Promise<Dispatcher.ResponseData> {
    const { origin, basePath, credentials } = this.context
    const identity = await beforeAbort(credentials.current(), signal)
    return this.#pools.for(identity.tls).calls.request({
      origin,
      path: basePath + path,
      method: 'GET',
      signal,
      headers: { accept, 'user-agent': this.#userAgent, ...identity.headers },
    })
  }

  async #send(
    call: ApiCall,
    signal: AbortSignal,
    pool: 'calls' | 'streams',
  ): Promise<Dispatcher.ResponseData> {
    const answer = await this.#answer(call, signal, pool)
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer
    const body = await readAll(answer.body, MAX_STATUS_BYTES).catch(() => '')
    const retryAfterMs = retryAfterOf(answer.headers['retry-after'])
    throw toApiError(answer.statusCode, statusOf(body), call, this.context.grants, retryAfterMs)
  }

  async #answer(
    call: ApiCall,
    signal: AbortSignal,
    pool: 'calls' | 'streams',
  ): Promise<Dispatcher.ResponseData> {
    const path = pathOf(call)
    const url = urlOf(this.context.origin, this.context.basePath, path, call.query ?? new URLSearchParams())
    const identity = await this.#identity(call, signal)
    const answer = await this.#once(call, url, identity, signal, pool).catch((error: unknown) => {
      // The handshake failed before anything was sent. The CA may have been rotated together with the
      // certificate.
      if (error instanceof ClusterError && isUntrusted(error.cause)) return error
      throw error
    })
    const failed = answer instanceof ClusterError
    if (!failed && answer.statusCode !== 401) return answer
    const rejected = this.context.credentials.rejected(identity, failed ? 'untrusted' : 'unauthorized')
    const again = await this.#withIdentity(rejected, call, signal).catch((error: unknown) => {
      if (!failed) answer.body.on('error', () => undefined).destroy()
      throw error
    })
    if (again) {
      if (!failed) await answer.body.dump()
      return this.#once(call, url, await this.#identity(call, signal), signal, pool)
    }
    if (failed) throw answer
    return answer
  }

  async #identity(call: ApiCall, signal: AbortSignal): Promise<Identity> {
    return this.#withIdentity(this.context.credentials.current(), call, signal)
  }

  async #withIdentity<T>(work: Promise<T>, call: ApiCall, signal: AbortSignal): Promise<T> {
    try {
      return await beforeAbort(work, signal)
    } catch (error) {
      throw this.#unreachable(error, call)
    }
  }

  async #once(
    call: ApiCall,
    url: URL,
    identity: Identity,
    signal: AbortSignal,
    pool: 'calls' | 'streams',
  ): Promise<Dispatcher.ResponseData> {
    try {
      const answer = await this.#pools.for(identity.tls)[pool].request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: METHODS[call.verb],
        signal,
        headers: {
          accept: call.accept ?? (call.subresource === 'log' ? '*/*' : 'application/json'),
          'accept-encoding': 'identity',
          'user-agent': this.#userAgent,
          ...(call.body === undefined ? {} : { 'content-type': call.contentType ?? 'application/json' }),
          ...identity.headers,
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      })
      this.#observer.observe(this.context.name, call, String(answer.statusCode))
      return answer
    } catch (error) {
      throw this.#unreachable(error, call)
    }
  }

  #unreachable(error: unknown, call: ApiCall): ClusterError {
    this.#observer.observe(this.context.name, call, failureCode(error))
    return unreachable(error, call)
  }
}

/** API servers send Retry-After in seconds (KEP-1040). */
function retryAfterOf(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined
}

/** Reads a body of at most `limit` bytes as text; throws ClusterError for a larger one. */
export async function readAll(body: Readable, limit: number): Promise<string> {
  return (await readBytes(body, limit)).toString('utf8')
}

/** Reads a body of at most `limit` bytes; throws ClusterError for a larger one. */
export async function readBytes(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) {
      body.destroy()
      throw new ClusterError('the response of the cluster is too large', `more than ${limit >> 20} MiB`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** Waits for credentials until the signal of a request fires: a credential plugin may take longer. */
export async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => {
    const { reason } = signal as { reason: unknown }
    const isLate = reason instanceof Error && reason.name === 'TimeoutError'
    aborted.reject(
      isLate
        ? new CredentialsError('the credentials were not available before the deadline of the request')
        : reason,
    )
  }
  // A rejection after the race is not unhandled: Promise.race listens to both.
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
