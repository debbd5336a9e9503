import type { Credentials } from './credentials.ts'
import type { Grants } from './grants.ts'

/** One cluster connection: where it is, and as whom the service speaks to it. */
export interface ClusterContext {
  readonly name: string
  /** Scheme, host and port: `https://10.96.0.1:443`. */
  readonly origin: string
  /** What stands before `/api` where a proxy serves several clusters; mostly empty. */
  readonly basePath: string
  readonly credentials: Credentials
  /** An HTTP proxy's URL, from the kubeconfig. */
  readonly proxy?: string
  readonly grants: Grants
  readonly declared: Declared
}

/** What a context was called where it was declared, for those who list them. */
export interface Declared {
  readonly cluster: string
  readonly user: string
  readonly namespace: string
  /** Such as `kubeconfig` or `in-cluster`. */
  readonly source: string
}

/** Splits a server's URL into origin and base path; throws for what is no http(s) URL. */
export function splitServer(server: string): { origin: string; basePath: string } {
  const url = new URL(server)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`${url.protocol} is no scheme of an API server`)
  return { origin: url.origin, basePath: url.pathname.replace(/\/+$/, '') }
}
