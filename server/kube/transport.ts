import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { ClusterFailure, Denied, InspectorError } from '../errors.ts'
import { METHODS, type Call, type CallObserver } from './call.ts'
import type { ClusterContext } from './context.ts'
import type { Identity } from './credentials.ts'
import { describe, failureOf, statusOf } from './failure.ts'
import { pathOf, urlOf } from './path.ts'
import { PoolKeeper } from './pools.ts'
import type { Readiness } from './reachability.ts'
import { detailsOf, failureCode, isUntrusted, unreachable } from './unreachable.ts'

/** A page of 500 objects stays far below; what is larger is no answer this service asked for. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024
const MAX_STATUS_BYTES = 64 * 1024

/** An answer as it came. */
export interface RawAnswer {
  code: number
  /** What `Retry-After` asks for. */
  retryAfterMs: number | undefined
  body: Readable
}

/**
 * Carries every call the server makes to one cluster: one pool of keep-alive connections, deadlines (3 s to connect, 10 s
 * to the header, the caller's signal over all), a cap on what comes back. A call that was answered 401, or not even sent since
 * the certificate is not trusted, was not executed, so it is sent once again where the credentials, read anew, are others;
 * nothing else is ever repeated.
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

  /** The parsed answer of a call; throws an InspectorError for every failure. */
  async json(call: Call, signal: AbortSignal): Promise<unknown> {
    const answer = await this.#send(call, signal, 'calls')
    try {
      return JSON.parse(await readAll(answer.body, MAX_ANSWER_BYTES))
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new ClusterFailure(`the cluster could not ${describe(call)}`, 'the answer is not JSON', {
          cause: error,
        })
      throw error instanceof InspectorError ? error : unreachable(error, call)
    }
  }

  /** The body of a successful answer as it comes, unbounded in time; undefined for 204, which has none. */
  async stream(call: Call, signal: AbortSignal): Promise<Readable | undefined> {
    const answer = await this.#send(call, signal, 'streams')
    if (answer.statusCode !== 204) return answer.body
    await answer.body.dump()
    return undefined
  }

  /** Makes a call for its status alone, whatever follows; throws as the others do. */
  async probe(call: Call, signal: AbortSignal): Promise<void> {
    const { body } = await this.#send(call, signal, 'calls')
    body.on('error', () => undefined).destroy()
  }

  /** Any answer of the cluster, refusals too, for those who decide by its code; throws only where none came. */
  async ask(call: Call, signal: AbortSignal, pool: 'calls' | 'streams'): Promise<RawAnswer> {
    const { statusCode, headers, body } = await this.#answer(call, signal, pool)
    return { code: statusCode, retryAfterMs: retryAfterOf(headers['retry-after']), body }
  }

  /** Whether the API server says of itself that it is ready; no answer is none. RBAC denies even this while it starts. */
  async readiness(signal: AbortSignal): Promise<Readiness> {
    try {
      const { statusCode, body } = await this.#page('/readyz', signal)
      await body.dump()
      if (statusCode === 200) return 'ready'
      return statusCode < 500 ? 'untold' : 'not_ready'
    } catch {
      return 'not_ready'
    }
  }

  /** The parsed answer of a page that is no resource's; throws Denied where it may not be read, and ClusterFailure. */
  async document(path: '/version', signal: AbortSignal): Promise<unknown> {
    const what = `the cluster could not be asked for ${path}`
    let code: number
    let text: string
    try {
      const answer = await this.#page(path, signal)
      code = answer.statusCode
      text = await readAll(answer.body, MAX_STATUS_BYTES)
    } catch (error) {
      throw new ClusterFailure(what, detailsOf(error), { cause: error })
    }
    if (code === 403) throw new Denied(`the cluster denies: get ${path}`, [], 'nothing needs it')
    if (code === 401) throw new ClusterFailure(what, 'the API server does not take the credentials (401)')
    if (code !== 200) throw new ClusterFailure(what, `the API server answered ${code}`)
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new ClusterFailure(what, 'the answer is not JSON', { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#pools.close()
  }

  async #page(path: '/readyz' | '/version', signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { origin, basePath, credentials } = this.context
    const identity = await credentials.current()
    return this.#pools.for(identity.tls).calls.request({
      origin,
      path: basePath + path,
      method: 'GET',
      signal,
      headers: { 'user-agent': this.#userAgent, ...identity.headers },
    })
  }

  async #send(call: Call, signal: AbortSignal, pool: 'calls' | 'streams'): Promise<Dispatcher.ResponseData> {
    const answer = await this.#answer(call, signal, pool)
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer
    const body = await readAll(answer.body, MAX_STATUS_BYTES).catch(() => '')
    throw failureOf(answer.statusCode, statusOf(body), call, this.context.grants)
  }

  async #answer(
    call: Call,
    signal: AbortSignal,
    pool: 'calls' | 'streams',
  ): Promise<Dispatcher.ResponseData> {
    const path = pathOf(call)
    const url = urlOf(this.context.origin, this.context.basePath, path, call.query ?? new URLSearchParams())
    const shown = await this.#identity(call)
    const answer = await this.#once(call, url, shown, signal, pool).catch((error: unknown) => {
      // Nothing was sent: the CA may have been rotated together with the certificate.
      if (error instanceof ClusterFailure && isUntrusted(error.cause)) return error
      throw error
    })
    const failed = answer instanceof ClusterFailure
    const again = (failed || answer.statusCode === 401) && (await this.context.credentials.refused(shown))
    if (again) {
      if (!failed) await answer.body.dump()
      return this.#once(call, url, await this.#identity(call), signal, pool)
    }
    if (failed) throw answer
    return answer
  }

  async #identity(call: Call): Promise<Identity> {
    try {
      return await this.context.credentials.current()
    } catch (error) {
      throw this.#unreachable(error, call)
    }
  }

  async #once(
    call: Call,
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

  #unreachable(error: unknown, call: Call): ClusterFailure {
    this.#observer.observe(this.context.name, call, failureCode(error))
    return unreachable(error, call)
  }
}

/** API servers write it in seconds (KEP-1040). */
function retryAfterOf(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined
}

/** The text of a body of at most `limit` bytes; throws ClusterFailure for a larger one. */
export async function readAll(body: Readable, limit: number): Promise<string> {
  return (await readBytes(body, limit)).toString('utf8')
}

/** A body of at most `limit` bytes; throws ClusterFailure for a larger one. */
export async function readBytes(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) {
      body.destroy()
      throw new ClusterFailure('the answer of the cluster is too large', `more than ${limit >> 20} MiB`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
