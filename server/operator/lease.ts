import { ConflictError, NotFoundError } from '../core/errors.ts'
import type { Kind } from '../cluster/kind.ts'
import type { Transport } from '../cluster/client/transport.ts'

/** The kind of Leases. */
export const leases: Kind<unknown> = {
  kind: 'Lease',
  apiGroup: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  namespaced: true,
}

/** The fields of a Lease. Source: coordination.k8s.io/v1 LeaseSpec. */
export interface LeaseSpec {
  /** Empty or absent: no holder. */
  holderIdentity?: string | null
  leaseDurationSeconds?: number | null
  acquireTime?: string | null
  renewTime?: string | null
  leaseTransitions?: number | null
}

/** A Lease as it was read or written. */
export interface ObservedLease {
  spec: LeaseSpec
  resourceVersion: string
}

/** Access to the Lease that the replicas share. */
export interface LeaseAccess {
  /** Reads the Lease; undefined if it does not exist. Rejects if the cluster does not respond. */
  read(signal: AbortSignal): Promise<ObservedLease | undefined>
  /**
   * Writes the Lease if its resourceVersion is still `before` (undefined: if it does not exist). Resolves to
   * undefined on a conflict, and rejects if the outcome is unknown.
   */
  write(spec: LeaseSpec, before: string | undefined, signal: AbortSignal): Promise<ObservedLease | undefined>
}

/** A Lease at the API server. */
export class ClusterLease implements LeaseAccess {
  readonly #transport: Transport
  readonly #namespace: string
  readonly #name: string

  constructor(transport: Transport, namespace: string, name: string) {
    this.#transport = transport
    this.#namespace = namespace
    this.#name = name
  }

  async read(signal: AbortSignal): Promise<ObservedLease | undefined> {
    const target = { kind: leases, namespace: this.#namespace, name: this.#name }
    return orUndefined(NotFoundError, async () =>
      observedLease(await this.#transport.json({ verb: 'get', ...target }, signal)),
    )
  }

  async write(
    spec: LeaseSpec,
    before: string | undefined,
    signal: AbortSignal,
  ): Promise<ObservedLease | undefined> {
    const target = { kind: leases, namespace: this.#namespace }
    const name = this.#name
    if (before === undefined) {
      const body = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name }, spec }
      return orUndefined(ConflictError, async () =>
        observedLease(await this.#transport.json({ verb: 'create', ...target, body }, signal)),
      )
    }
    const body = { metadata: { resourceVersion: before }, spec }
    const contentType = 'application/merge-patch+json'
    return orUndefined(ConflictError, async () =>
      observedLease(
        await this.#transport.json({ verb: 'patch', ...target, name, body, contentType }, signal),
      ),
    )
  }
}

async function orUndefined<T>(
  kind: typeof NotFoundError | typeof ConflictError,
  call: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof kind) return undefined
    throw error
  }
}

/** Returns a Lease as the API server sent it. */
export function observedLease(object: unknown): ObservedLease {
  const { metadata, spec } = object as { metadata: { resourceVersion: string }; spec?: LeaseSpec | null }
  return { spec: spec ?? {}, resourceVersion: metadata.resourceVersion }
}
