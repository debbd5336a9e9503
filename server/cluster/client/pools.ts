import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici'
import { httpProxyOptions } from './proxy/http-proxy.ts'
import { socksConnector } from './proxy/socks-connector.ts'
import { guardedLookup } from '../../outbound/ssrf-guard.ts'
import type { ClusterContext } from '../contexts/context.ts'
import { tlsOptions, type TlsMaterial } from './credentials/interface.ts'

export const CONNECT_MS = 3_000
export const HEADERS_MS = 10_000
/**
 * Restricts calls to HTTP/1.1. API servers offer HTTP/2, and undici accepts it by default. Node 26 was
 * observed to hang in it permanently under the updates of a busy cluster (Http2Session::SendPendingData
 * loops, allocates memory and delivers no response). On a single connection a slow watch would also block
 * every call behind it.
 */
const HTTP1 = { allowH2: false } as const

export interface Pools {
  /** For short calls: bounded connections, and every silence ends in a time-out. */
  readonly calls: Dispatcher
  /** For followed logs and watches: one connection per stream, silence allowed. */
  readonly streams: Dispatcher
}

/**
 * Keep-alive connection pools of one context. A change of the TLS material (a rotated CA or client
 * certificate) opens new pools; the old ones finish their calls and close.
 */
export class PoolKeeper {
  readonly #context: ClusterContext
  #current: { pools: Pools; tls: TlsMaterial } | undefined

  constructor(context: ClusterContext) {
    this.#context = context
  }

  for(tls: TlsMaterial): Pools {
    if (this.#current !== undefined && sameTls(this.#current.tls, tls)) return this.#current.pools
    const old = this.#current
    this.#current = { pools: this.#open(tls), tls }
    if (old !== undefined) drain(old.pools)
    return this.#current.pools
  }

  async close(): Promise<void> {
    const current = this.#current
    this.#current = undefined
    if (current !== undefined)
      await Promise.all([current.pools.calls.destroy(), current.pools.streams.destroy()])
  }

  #open(tls: TlsMaterial): Pools {
    const { origin, proxy, untrusted: guarded } = this.#context
    const lookup = guarded === true ? { lookup: guardedLookup } : {}
    const keepAlive = { timeout: CONNECT_MS, keepAlive: true, keepAliveInitialDelay: 30_000 }
    const connect = { ...tlsOptions(tls), ...lookup, ...keepAlive }
    const unlimited = { ...HTTP1, headersTimeout: 0, bodyTimeout: 0 }
    const limited = { ...HTTP1, headersTimeout: HEADERS_MS, bodyTimeout: HEADERS_MS, connections: 32 }
    if (proxy?.startsWith('socks5:') === true) {
      const through = socksConnector(new URL(proxy), { ...HTTP1, ...connect })
      return {
        calls: new Pool(origin, { connect: through, ...limited }),
        streams: new Agent({ connect: through, ...unlimited }),
      }
    }
    if (proxy !== undefined) {
      // Go verifies an https proxy with the TLS settings of the server, if that has any.
      const verification = origin.startsWith('https:') ? tlsOptions(withoutCertificate(tls)) : {}
      const through = httpProxyOptions(proxy, connect, { ...verification, ...keepAlive })
      return {
        calls: new ProxyAgent({ ...through, ...limited }),
        streams: new ProxyAgent({ ...through, ...unlimited }),
      }
    }
    return { calls: new Pool(origin, { connect, ...limited }), streams: new Agent({ connect, ...unlimited }) }
  }
}

/** Returns TLS material without the client certificate, which is for the API server only. */
function withoutCertificate({ cert: _cert, key: _key, ...tls }: TlsMaterial): TlsMaterial {
  return tls
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
