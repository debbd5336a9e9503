import { Conflict, NotFound } from '../errors.ts'
import type { Kind } from '../kube/kinds.ts'
import type { Transport } from '../kube/transport.ts'

const leases: Kind<unknown> = {
  kind: 'Lease',
  apiGroup: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  namespaced: true,
}

/** What a Lease says of who leads. Source: coordination.k8s.io/v1 LeaseSpec. */
export interface LeaseSpec {
  /** Empty or absent: nobody. */
  holderIdentity?: string | null
  leaseDurationSeconds?: number | null
  acquireTime?: string | null
  renewTime?: string | null
  leaseTransitions?: number | null
}

/** A Lease as it was read or written. */
export interface HeldLease {
  spec: LeaseSpec
  resourceVersion: string
}

/** One Lease that replicas share. */
export interface LeaseAccess {
  /** Undefined where there is none. Rejects where the cluster cannot say. */
  read(signal: AbortSignal): Promise<HeldLease | undefined>
  /**
   * Writes it where it is still as it was `before` (a resourceVersion; undefined: where there is none). Answers undefined where
   * it was not, and rejects where it is not known what became of it.
   */
  write(spec: LeaseSpec, before: string | undefined, signal: AbortSignal): Promise<HeldLease | undefined>
}

/** A Lease of the API server's. */
export class ClusterLease implements LeaseAccess {
  readonly #transport: Transport
  readonly #namespace: string
  readonly #name: string

  constructor(transport: Transport, namespace: string, name: string) {
    this.#transport = transport
    this.#namespace = namespace
    this.#name = name
  }

  async read(signal: AbortSignal): Promise<HeldLease | undefined> {
    const at = { kind: leases, namespace: this.#namespace, name: this.#name }
    return orUndefined(NotFound, async () =>
      heldOf(await this.#transport.json({ verb: 'get', ...at }, signal)),
    )
  }

  async write(
    spec: LeaseSpec,
    before: string | undefined,
    signal: AbortSignal,
  ): Promise<HeldLease | undefined> {
    const at = { kind: leases, namespace: this.#namespace }
    const name = this.#name
    if (before === undefined) {
      const body = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name }, spec }
      return orUndefined(Conflict, async () =>
        heldOf(await this.#transport.json({ verb: 'create', ...at, body }, signal)),
      )
    }
    const body = { metadata: { resourceVersion: before }, spec }
    const contentType = 'application/merge-patch+json'
    return orUndefined(Conflict, async () =>
      heldOf(await this.#transport.json({ verb: 'patch', ...at, name, body, contentType }, signal)),
    )
  }
}

async function orUndefined<T>(
  kind: typeof NotFound | typeof Conflict,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof kind) return undefined
    throw error
  }
}

function heldOf(object: unknown): HeldLease {
  const { metadata, spec } = object as { metadata: { resourceVersion: string }; spec?: LeaseSpec | null }
  return { spec: spec ?? {}, resourceVersion: metadata.resourceVersion }
}
