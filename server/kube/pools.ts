import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici'
import { guardedLookup } from './address.ts'
import type { ClusterContext } from './context.ts'
import type { TlsMaterial } from './credentials.ts'

export const CONNECT_MS = 3_000
export const HEADERS_MS = 10_000
/**
 * API servers offer HTTP/2, and undici takes it unless told not to. Node 26 was seen to stand still in it for good under the
 * updates of a busy cluster (Http2Session::SendPendingData goes round, taking memory, and answers nobody); and on one
 * connection a slow watch would hold up every call behind it.
 */
const HTTP1 = { allowH2: false } as const

export interface Pools {
  /** For calls that end soon: bounded connections, every silence ends in a time-out. */
  readonly calls: Dispatcher
  /** For log follows and watches: as many connections as there are streams, silence allowed. */
  readonly streams: Dispatcher
}

/**
 * The keep-alive pools of one context, made anew when its TLS material changes (a rotated CA or client certificate);
 * the old ones finish what they carry and close.
 */
export class PoolKeeper {
  readonly #context: ClusterContext
  #made: { pools: Pools; tls: TlsMaterial } | undefined

  constructor(context: ClusterContext) {
    this.#context = context
  }

  for(tls: TlsMaterial): Pools {
    if (this.#made !== undefined && sameTls(this.#made.tls, tls)) return this.#made.pools
    const old = this.#made
    this.#made = { pools: this.#open(tls), tls }
    if (old !== undefined) drain(old.pools)
    return this.#made.pools
  }

  async close(): Promise<void> {
    const made = this.#made
    this.#made = undefined
    if (made !== undefined) await Promise.all([made.pools.calls.destroy(), made.pools.streams.destroy()])
  }

  #open(tls: TlsMaterial): Pools {
    const { origin, proxy, guarded } = this.#context
    const lookup = guarded === true ? { lookup: guardedLookup } : {}
    const connect = { ...tls, ...lookup, timeout: CONNECT_MS, keepAlive: true, keepAliveInitialDelay: 30_000 }
    const patient = { ...HTTP1, headersTimeout: 0, bodyTimeout: 0 }
    const prompt = { ...HTTP1, headersTimeout: HEADERS_MS, bodyTimeout: HEADERS_MS, connections: 32 }
    if (proxy !== undefined) {
      const through = { uri: proxy, requestTls: connect }
      return {
        calls: new ProxyAgent({ ...through, ...prompt }),
        streams: new ProxyAgent({ ...through, ...patient }),
      }
    }
    return { calls: new Pool(origin, { connect, ...prompt }), streams: new Agent({ connect, ...patient }) }
  }
}

function drain(pools: Pools): void {
  for (const pool of [pools.calls, pools.streams]) pool.close().catch(() => pool.destroy())
}

function sameTls(a: TlsMaterial, b: TlsMaterial): boolean {
  return (
    a.ca === b.ca &&
    a.cert === b.cert &&
    a.key === b.key &&
    a.servername === b.servername &&
    a.rejectUnauthorized === b.rejectUnauthorized
  )
}
