import type { Credentials } from '../client/credentials/interface.ts'
import type { RbacSource } from '../access/rbac-hints.ts'

/** Source of the context of the cluster that the service runs in, and its name unless another is set. */
export const IN_CLUSTER = 'in-cluster'

/** One cluster connection: its address and the service's identity there. */
export interface ClusterContext {
  readonly name: string
  /** Scheme, host and port: `https://10.96.0.1:443`. */
  readonly origin: string
  /** Path in front of `/api`, for a proxy that serves several clusters; usually empty. */
  readonly basePath: string
  readonly credentials: Credentials
  /** URL of an HTTP or SOCKS5 proxy, from the kubeconfig or the environment. */
  readonly proxy?: string
  readonly grants: RbacSource
  readonly declared: ContextSource
  /**
   * The server was declared by others, so the SSRF guard applies: a name that resolves to this Pod or to
   * cloud metadata is rejected.
   */
  readonly untrusted?: true
}

/** The names of a context in its source, for listings. */
export interface ContextSource {
  readonly cluster: string
  readonly user: string
  readonly namespace: string
  /** For example `kubeconfig` or `in-cluster`. */
  readonly source: string
}

/** Splits a server's URL into origin and base path; throws if it is not an http(s) URL. */
export function splitServer(server: string): { origin: string; basePath: string } {
  const url = new URL(server)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`${url.protocol} is not a scheme of API servers: use https or http`)
  return { origin: url.origin, basePath: url.pathname.replace(/\/+$/, '') }
}
