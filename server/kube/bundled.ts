import { splitServer, type ClusterContext, type Declared } from './context.ts'
import type { Standing } from './probe.ts'
import { sameIdentity, type Credentials, type Identity } from './credentials.ts'

/** A context as the operator hands it over: checked, minimal, with nothing but what is written here. */
export interface BundledContext {
  name: string
  /** An http(s) URL. */
  server: string
  declared: Declared
  /** PEM. Without it, the platform's. */
  ca?: string
  servername?: string
  /** The certificate of the API server is not looked at; the operator's values allowed it. */
  insecure?: true
  token?: string
  /** PEM, of a client certificate. */
  cert?: string
  key?: string
  /** How the operator that leads found it. */
  standing?: Standing
}

/** The identity of a context that others rotate. */
export class BundledCredentials implements Credentials {
  #identity: Identity
  readonly #renew: () => Promise<void>

  /** `renew` looks for what was rotated, and has it told to this. */
  constructor(identity: Identity, renew: () => Promise<void>) {
    this.#identity = identity
    this.#renew = renew
  }

  async current(): Promise<Identity> {
    return this.#identity
  }

  async refused(shown: Identity): Promise<boolean> {
    if (sameIdentity(shown, this.#identity)) await this.#renew()
    return !sameIdentity(shown, this.#identity)
  }

  /** Answers whether that is another identity. */
  take(identity: Identity): boolean {
    const other = !sameIdentity(identity, this.#identity)
    this.#identity = identity
    return other
  }
}

/** What a bundled context shows of itself. */
export function identityOf({ token, ca, cert, key, servername, insecure }: BundledContext): Identity {
  return {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(servername === undefined ? {} : { servername }),
      ...(insecure === undefined ? {} : { rejectUnauthorized: false }),
    },
  }
}

/** A bundled context to be served; throws for a server that is no URL. */
export function contextFrom(
  { name, server, declared }: BundledContext,
  credentials: BundledCredentials,
): ClusterContext {
  return {
    name,
    ...splitServer(server),
    credentials,
    grants: { context: name, byChart: false, readOnly: false, namespaces: [] },
    declared,
    guarded: true,
  }
}
