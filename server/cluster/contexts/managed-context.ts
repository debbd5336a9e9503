import { bearer } from '../../core/formats/header-text.ts'
import { splitServer, type ClusterContext, type ContextSource } from './context.ts'
import type { ClusterHealth } from './health-check.ts'
import { sameIdentity, type Credentials, type Identity } from '../client/credentials/interface.ts'

/** A context that the operator hands over: validated, and reduced to the fields declared here. */
export interface ManagedContext {
  name: string
  /** An http or https URL. */
  server: string
  declared: ContextSource
  /** PEM; absent: the platform's CA certificates. */
  ca?: string
  servername?: string
  /** Disables verification of the API server's certificate; present only if the operator allows it. */
  insecure?: true
  token?: string
  /** PEM of a client certificate. */
  cert?: string
  key?: string
  /** Health of the cluster as the leading operator replica reported it. */
  standing?: ClusterHealth
}

/** Credentials of a managed context, which the operator rotates. */
export class ManagedCredentials implements Credentials {
  #identity: Identity
  readonly #renew: () => Promise<void>

  /** `renew` reads the operator's file again and applies a rotated identity to these credentials. */
  constructor(identity: Identity, renew: () => Promise<void>) {
    this.#identity = identity
    this.#renew = renew
  }

  async current(): Promise<Identity> {
    return this.#identity
  }

  async rejected(identity: Identity): Promise<boolean> {
    if (sameIdentity(identity, this.#identity)) await this.#renew()
    return !sameIdentity(identity, this.#identity)
  }

  /** Replaces the identity and returns whether it differs from the previous one. */
  update(identity: Identity): boolean {
    const other = !sameIdentity(identity, this.#identity)
    this.#identity = identity
    return other
  }
}

/** Returns the request headers and TLS material of a managed context. */
export function identityOf({ token, ca, cert, key, servername, insecure }: ManagedContext): Identity {
  return {
    headers: token === undefined ? {} : { authorization: bearer(token) },
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(servername === undefined ? {} : { servername }),
      ...(insecure === undefined ? {} : { rejectUnauthorized: false }),
    },
  }
}

/** Converts a managed context to a cluster context; throws if its server is not an http(s) URL. */
export function contextFrom(
  { name, server, declared }: ManagedContext,
  credentials: ManagedCredentials,
): ClusterContext {
  return {
    name,
    ...splitServer(server),
    credentials,
    grants: { context: name, managedByChart: false, readOnly: false, namespaces: [] },
    declared,
    untrusted: true,
  }
}
